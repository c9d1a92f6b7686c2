// What a program needs that imports this module alone: the jobs, their options and what they return.
@_exported public import Conversion
@_exported public import Explaining
@_exported public import Inspection
@_exported public import Profiling
@_exported public import Reconciliation
@_exported public import Repair
@_exported public import Reporting
@_exported public import Sealing
@_exported public import TemplateTesting
@_exported public import Validation
