#pragma once
// libxml2 built with ICU shows its headers, whose types differ from those of the ICU in Foundation. Nothing here uses
// them: the one structure that has ICU members is only ever pointed to.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>
