function __p2c_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __p2c_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __p2c_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __p2c_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __p2c_parse_tokens -S
    set -l unparsed_tokens (__p2c_tokens -pc)
    switch $unparsed_tokens[1]
    case 'p2c'
        __p2c_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'inspect'
            __p2c_parse_subcommand -r 1 'max-unpacked-size=' 'language=' 'format=' 'quiet' 'progress=' 'version' 'h/help'
        case 'profile'
            __p2c_parse_subcommand -r 1 'o/output=' 'reference=+' 'max-unpacked-size=' 'template=+' 'project=' 'to=' 'company=+' 'as-of=' 'top=' 'exact=' 'accept=' 'format=' 'language=' 'quiet' 'progress=' 'jobs=' 'force' 'version' 'h/help'
        case 'explain'
            __p2c_parse_subcommand -r 1 'key=' 'record=' 'entity=' 'limit=' 'reference=+' 'max-unpacked-size=' 'template=+' 'project=' 'set=+' 'company=+' 'to=' 'delta' 'assign-numbers' 'first-number=' 'no-waves' 'as-of=' 'format=' 'language=' 'quiet' 'progress=' 'jobs=' 'version' 'h/help'
        case 'validate'
            __p2c_parse_subcommand -r 1 'o/output=' 'for=' 'project=' 'format=' 'reference=+' 'max-unpacked-size=' 'template=+' 'set=+' 'company=+' 'as-of=' 'show-values' 'language=' 'quiet' 'progress=' 'max-findings=' 'jobs=' 'excel' 'force' 'version' 'h/help'
        case 'fix'
            __p2c_parse_subcommand 1 'o/output=' 'report=' 'max-unpacked-size=' 'format=' 'language=' 'quiet' 'progress=' 'max-findings=' 'jobs=' 'verify' 'no-verify' 'force' 'version' 'h/help'
        case 'convert'
            __p2c_parse_subcommand -r 1 'o/output=' 'project=' 'format=' 'reference=+' 'max-unpacked-size=' 'template=+' 'set=+' 'company=+' 'as-of=' 'show-values' 'language=' 'quiet' 'progress=' 'max-findings=' 'jobs=' 'to=' 'file-format=' 'sales-format=' 'cdm-location=' 'max-package-size=' 'max-records=' 'compression=' 'reject-limit=' 'delta' 'assign-numbers' 'first-number=' 'no-waves' 'excel' 'dry-run' 'verify' 'no-verify' 'force' 'version' 'h/help'
        case 'shard'
            __p2c_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'plan'
                __p2c_parse_subcommand -r 1 'parts=' 'o/output=' 'project=' 'format=' 'reference=+' 'max-unpacked-size=' 'template=+' 'set=+' 'company=+' 'as-of=' 'show-values' 'language=' 'quiet' 'progress=' 'max-findings=' 'jobs=' 'to=' 'file-format=' 'sales-format=' 'cdm-location=' 'max-package-size=' 'max-records=' 'compression=' 'reject-limit=' 'delta' 'assign-numbers' 'first-number=' 'no-waves' 'excel' 'dry-run' 'verify' 'no-verify' 'force' 'version' 'h/help'
            case 'run'
                __p2c_parse_subcommand 2 'plan-sha256=' 'language=' 'stage=' 'index=' 'base=' 'again' 'quiet' 'jobs=' 'version' 'h/help'
            case 'status'
                __p2c_parse_subcommand 1 'plan-sha256=' 'language=' 'verify' 'format=' 'version' 'h/help'
            case 'merge'
                __p2c_parse_subcommand 1 'plan-sha256=' 'language=' 'o/output=' 'force' 'format=' 'quiet' 'version' 'h/help'
            end
        case 'reconcile'
            __p2c_parse_subcommand 0 'finops=+' 'sales=+' 'o/output=' 'memory=' 'baseline=' 'emit-fixes=' 'assign-numbers' 'first-number=' 'project=' 'format=' 'reference=+' 'max-unpacked-size=' 'template=+' 'set=+' 'company=+' 'as-of=' 'show-values' 'language=' 'quiet' 'progress=' 'max-findings=' 'jobs=' 'excel' 'force' 'version' 'h/help'
        case 'diff'
            __p2c_parse_subcommand 2 'o/output=' 'memory=' 'max-unpacked-size=' 'jobs=' 'format=' 'language=' 'quiet' 'progress=' 'excel' 'force' 'version' 'h/help'
        case 'run'
            __p2c_parse_subcommand 1 'o/output=' 'format=' 'reference=+' 'max-unpacked-size=' 'template=+' 'set=+' 'company=+' 'as-of=' 'show-values' 'language=' 'quiet' 'progress=' 'max-findings=' 'jobs=' 'to=' 'file-format=' 'sales-format=' 'cdm-location=' 'max-package-size=' 'max-records=' 'compression=' 'reject-limit=' 'delta' 'assign-numbers' 'first-number=' 'no-waves' 'excel' 'dry-run' 'verify' 'no-verify' 'force' 'version' 'h/help'
        case 'templates'
            __p2c_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __p2c_parse_subcommand 0 'format=' 'version' 'h/help'
            case 'show'
                __p2c_parse_subcommand 1 'format=' 'version' 'h/help'
            case 'export'
                __p2c_parse_subcommand 1 'version' 'h/help'
            case 'test'
                __p2c_parse_subcommand -r 1 'template=+' 'project=' 'update' 'language=' 'format=' 'quiet' 'progress=' 'version' 'h/help'
            case 'order'
                __p2c_parse_subcommand 0 'template=+' 'project=' 'to=' 'language=' 'format=' 'version' 'h/help'
            end
        case 'schema'
            __p2c_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __p2c_parse_subcommand 0 'format=' 'version' 'h/help'
            case 'show'
                __p2c_parse_subcommand 1 'format=' 'version' 'h/help'
            end
        case 'codes'
            __p2c_parse_subcommand 1 'language=' 'format=' 'version' 'h/help'
        case 'keygen'
            __p2c_parse_subcommand 1 'language=' 'version' 'h/help'
        case 'seal'
            __p2c_parse_subcommand 1 'key=' 'language=' 'format=' 'quiet' 'progress=' 'version' 'h/help'
        case 'verify'
            __p2c_parse_subcommand 1 'public-key=' 'language=' 'format=' 'quiet' 'progress=' 'version' 'h/help'
        case 'help'
            __p2c_parse_subcommand -r 1 'version'
        end
    end
end

function __p2c_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __p2c_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __p2c_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __p2c_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__p2c_tokens -p)
    if test -z "$(__p2c_tokens -t)"
        set -l index (count (__p2c_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'p2c' -f
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'inspect' -d 'Show the contents of packages: kind, entities, files, formats, encodings, records, columns.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'profile' -d 'Show what is in the columns of packages, and which values no value map knows.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'explain' -d 'Tell what becomes of one record, field by field, and why.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'validate' -d 'Check packages for problems before importing or converting them.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'fix' -d 'Repair the faults of a package that need no business decision.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'convert' -d 'Run the templates and write import packages for the other side.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'shard' -d 'Convert in parts, as tasks of Spark, Slurm or Kubernetes.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'reconcile' -d 'Compare exports of both sides record by record and field by field.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'diff' -d 'Show the changes between two exports of one side.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'run' -d 'Run a whole job from one project file.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'templates' -d 'List, show, export, test or order templates.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'schema' -d 'List or show the known entity schemas.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'codes' -d 'Explain the findings: meaning, impact and remedy.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'keygen' -d 'Make a key pair for seals.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'seal' -d 'Sign the checksums of an output folder, so that any change can be detected.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'verify' -d 'Show which files of an output folder were changed or added, or are missing.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c inspect" -ge 1' -F
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c inspect" max-unpacked-size' -l 'max-unpacked-size' -d 'Maximum unpacked size of a package, including nested archives, such as 200GiB (default: 64GiB).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c inspect" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c inspect" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c inspect" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json or sarif asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c inspect" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), always or never.' -rfka 'auto always never'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c inspect" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c inspect" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c profile" -ge 1' -F
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" o output' -l 'output' -s 'o' -d 'The output folder.' -rfa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile"' -l 'reference' -d 'A package that is used only for lookups; repeatable.' -rF
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" max-unpacked-size' -l 'max-unpacked-size' -d 'Maximum unpacked size of a package, including nested archives, such as 200GiB (default: 64GiB).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile"' -l 'template' -d 'A template to run; repeatable (default: all that the inputs allow).' -rfka '(__p2c_custom_completion ---completion profile -- --template (count (__p2c_tokens -pc)) (__p2c_tokens -tC))'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" project' -l 'project' -d 'A project file, whose template changes and accepted proposals apply.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" to' -l 'to' -d 'The destination: finops or sales. Required only if the inputs contain both sides.' -rfka 'finops sales'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile"' -l 'company' -d 'A legal entity whose records the templates read; repeatable (default: the project\'s, else all inputs\').' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" as-of' -l 'as-of' -d 'The time of the run, in ISO 8601, such as 2026-07-01. It decides which price lists are valid (default: SOURCE_DATE_EPOCH, else the newest time stamp of the inputs).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" top' -l 'top' -d 'How many of the most frequent values of a column are shown, 0 to 1000.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" exact' -l 'exact' -d 'How many different values of a column are counted exactly, 1 to 1000000; more are estimated.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" accept' -l 'accept' -d 'Accept proposals with at least this score, 0 to 1 (default: none).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json or sarif asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), always or never.' -rfka 'auto always never'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" jobs' -l 'jobs' -d 'Maximum number of parallel threads.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" force' -l 'force' -d 'Replace an existing output.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c profile" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c explain" -ge 1' -F
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" key' -l 'key' -d 'The key of a record, a document\'s number, or a record\'s id.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" record' -l 'record' -d 'The number of a record as findings.csv has it; needs --entity.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" entity' -l 'entity' -d 'Only records of this entity, by its technical name or label.' -rfka '(__p2c_custom_completion ---completion explain -- --entity (count (__p2c_tokens -pc)) (__p2c_tokens -tC))'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" limit' -l 'limit' -d 'How many records are explained at most.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain"' -l 'reference' -d 'A package that is used only for lookups; repeatable.' -rF
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" max-unpacked-size' -l 'max-unpacked-size' -d 'Maximum unpacked size of a package, including nested archives, such as 200GiB (default: 64GiB).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain"' -l 'template' -d 'A template to run; repeatable (default: all that the inputs allow).' -rfka '(__p2c_custom_completion ---completion explain -- --template (count (__p2c_tokens -pc)) (__p2c_tokens -tC))'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" project' -l 'project' -d 'A project file, whose template changes apply.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain"' -l 'set' -d 'TEMPLATE.FIELD=VALUE: a default for one destination field; repeatable.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain"' -l 'company' -d 'A legal entity to convert; repeatable (default: all of the inputs).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" to' -l 'to' -d 'The destination: finops or sales. Required only if the inputs contain both sides.' -rfka 'finops sales'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" delta' -l 'delta' -d 'Tell which records are not written since a reference holds them.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" assign-numbers' -l 'assign-numbers' -d 'Assign numbers to accounts and contacts that have none.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" first-number' -l 'first-number' -d 'First number to assign (default: 1000).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" no-waves' -l 'no-waves' -d 'Keep references to records that come later in the first package.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" as-of' -l 'as-of' -d 'The time of the run, in ISO 8601, such as 2026-07-01. It decides which price lists are valid (default: SOURCE_DATE_EPOCH, else the newest time stamp of the inputs).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json or sarif asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), always or never.' -rfka 'auto always never'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" jobs' -l 'jobs' -d 'Maximum number of parallel threads.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c explain" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c validate" -ge 1' -F
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" o output' -l 'output' -s 'o' -d 'The output folder, for findings.csv, report.json and report.html.' -rfa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" for' -l 'for' -d 'The purpose: import (into the packages\' own system) or convert.' -rfka 'import convert'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" project' -l 'project' -d 'A project file, whose template changes apply.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" format' -l 'format' -d 'Format of standard output: text, json or sarif.' -rfka 'text json sarif'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate"' -l 'reference' -d 'A package that is used only for lookups; repeatable.' -rF
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" max-unpacked-size' -l 'max-unpacked-size' -d 'Maximum unpacked size of a package, including nested archives, such as 200GiB (default: 64GiB).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate"' -l 'template' -d 'A template to run; repeatable (default: all that the inputs allow).' -rfka '(__p2c_custom_completion ---completion validate -- --template (count (__p2c_tokens -pc)) (__p2c_tokens -tC))'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate"' -l 'set' -d 'TEMPLATE.FIELD=VALUE: a default for one destination field; repeatable.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate"' -l 'company' -d 'A legal entity to convert; repeatable (default: the project\'s, else all of the inputs).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" as-of' -l 'as-of' -d 'The time of the run, in ISO 8601, such as 2026-07-01. It is written to the outputs and decides which price lists are valid (default: SOURCE_DATE_EPOCH, else the newest time stamp of the inputs).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" show-values' -l 'show-values' -d 'Show values of records in JSON, SARIF and on pages, too; findings.csv always has them.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json or sarif asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), always or never.' -rfka 'auto always never'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" max-findings' -l 'max-findings' -d 'How many findings of each code are listed; all are counted.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" jobs' -l 'jobs' -d 'Maximum number of parallel threads.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" excel' -l 'excel' -d 'Write the findings as an Excel workbook, too; needs --output.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" force' -l 'force' -d 'Replace an existing output.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c validate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c fix" -eq 1' -F
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" o output' -l 'output' -s 'o' -d 'The repaired package: a zip, or a file if the input is a single file.' -rF
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" report' -l 'report' -d 'A page for people about the repairs, such as repairs.html.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'html\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" max-unpacked-size' -l 'max-unpacked-size' -d 'Maximum unpacked size of a package, including nested archives, such as 200GiB (default: 64GiB).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" format' -l 'format' -d 'Format of standard output: text, json or sarif.' -rfka 'text json sarif'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json or sarif asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), always or never.' -rfka 'auto always never'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" max-findings' -l 'max-findings' -d 'How many repairs of each code are listed; all are counted.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" jobs' -l 'jobs' -d 'Maximum number of parallel threads.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" verify' -l 'verify' -d 'Read the package back and compare it with the intended content.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" no-verify' -l 'no-verify' -d 'Read the package back and compare it with the intended content.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" force' -l 'force' -d 'Replace existing files.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c fix" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c convert" -ge 1' -F
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" o output' -l 'output' -s 'o' -d 'The output folder.' -rfa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" project' -l 'project' -d 'A project file, whose template changes apply.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert"' -l 'reference' -d 'A package that is used only for lookups; repeatable.' -rF
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" max-unpacked-size' -l 'max-unpacked-size' -d 'Maximum unpacked size of a package, including nested archives, such as 200GiB (default: 64GiB).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert"' -l 'template' -d 'A template to run; repeatable (default: all that the inputs allow).' -rfka '(__p2c_custom_completion ---completion convert -- --template (count (__p2c_tokens -pc)) (__p2c_tokens -tC))'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert"' -l 'set' -d 'TEMPLATE.FIELD=VALUE: a default for one destination field; repeatable.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert"' -l 'company' -d 'A legal entity to convert; repeatable (default: the project\'s, else all of the inputs).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" as-of' -l 'as-of' -d 'The time of the run, in ISO 8601, such as 2026-07-01. It is written to the outputs and decides which price lists are valid (default: SOURCE_DATE_EPOCH, else the newest time stamp of the inputs).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" show-values' -l 'show-values' -d 'Show values of records in JSON, SARIF and on pages, too; findings.csv always has them.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json or sarif asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), always or never.' -rfka 'auto always never'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" max-findings' -l 'max-findings' -d 'How many findings of each code are listed; all are counted.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" jobs' -l 'jobs' -d 'Maximum number of parallel threads.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" to' -l 'to' -d 'The destination: finops or sales. Required only if the inputs contain both sides.' -rfka 'finops sales'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" file-format' -l 'file-format' -d 'Format of entity files for F&O: csv-unicode, csv, xml-element, xml-attribute, xlsx or cdm.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" sales-format' -l 'sales-format' -d 'Format of packages for Sales: cmt (Configuration Migration), csv (import wizard) or cdm (Common Data Model folder).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" cdm-location' -l 'cdm-location' -d 'Address at which Common Data Model folders will be unpacked: each gets a model.json, too.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" max-package-size' -l 'max-package-size' -d 'Split packages larger than this, such as 50MB.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" max-records' -l 'max-records' -d 'Split packages with more records than this.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" compression' -l 'compression' -d 'Compression level, 0 to 9.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" reject-limit' -l 'reject-limit' -d 'How many rejected records are tolerated, N or P%; with more, no packages are written.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" delta' -l 'delta' -d 'Write only records that are new or different from the references.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" assign-numbers' -l 'assign-numbers' -d 'Assign numbers to accounts and contacts that have none, and write a package that returns them to Sales.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" first-number' -l 'first-number' -d 'First number to assign (default: 1000).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" no-waves' -l 'no-waves' -d 'Write references to records that come later into the first package, not into a second one.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" excel' -l 'excel' -d 'Write findings and rejected records as Excel workbooks, too.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" dry-run' -l 'dry-run' -d 'Write everything except the packages.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" verify' -l 'verify' -d 'Read every package back and compare it with the intended content.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" no-verify' -l 'no-verify' -d 'Read every package back and compare it with the intended content.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" force' -l 'force' -d 'Replace an existing output.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c convert" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c shard" -eq 1' -fa 'plan' -d 'Plan a conversion in parts.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c shard" -eq 1' -fa 'run' -d 'Do one task of a plan.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c shard" -eq 1' -fa 'status' -d 'Show which tasks are done, and which may run now.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c shard" -eq 1' -fa 'merge' -d 'Check what all tasks have made, and make the output folder of it.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c shard plan" -ge 1' -F
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" parts' -l 'parts' -d 'In how many parts, 1 to 4096.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" o output' -l 'output' -s 'o' -d 'The folder of the plan, in which tasks write what they make.' -rfa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" project' -l 'project' -d 'A project file, whose template changes apply.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan"' -l 'reference' -d 'A package that is used only for lookups; repeatable.' -rF
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" max-unpacked-size' -l 'max-unpacked-size' -d 'Maximum unpacked size of a package, including nested archives, such as 200GiB (default: 64GiB).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan"' -l 'template' -d 'A template to run; repeatable (default: all that the inputs allow).' -rfka '(__p2c_custom_completion ---completion shard plan -- --template (count (__p2c_tokens -pc)) (__p2c_tokens -tC))'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan"' -l 'set' -d 'TEMPLATE.FIELD=VALUE: a default for one destination field; repeatable.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan"' -l 'company' -d 'A legal entity to convert; repeatable (default: the project\'s, else all of the inputs).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" as-of' -l 'as-of' -d 'The time of the run, in ISO 8601, such as 2026-07-01. It is written to the outputs and decides which price lists are valid (default: SOURCE_DATE_EPOCH, else the newest time stamp of the inputs).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" show-values' -l 'show-values' -d 'Show values of records in JSON, SARIF and on pages, too; findings.csv always has them.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json or sarif asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), always or never.' -rfka 'auto always never'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" max-findings' -l 'max-findings' -d 'How many findings of each code are listed; all are counted.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" jobs' -l 'jobs' -d 'Maximum number of parallel threads.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" to' -l 'to' -d 'The destination: finops or sales. Required only if the inputs contain both sides.' -rfka 'finops sales'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" file-format' -l 'file-format' -d 'Format of entity files for F&O: csv-unicode, csv, xml-element, xml-attribute, xlsx or cdm.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" sales-format' -l 'sales-format' -d 'Format of packages for Sales: cmt (Configuration Migration), csv (import wizard) or cdm (Common Data Model folder).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" cdm-location' -l 'cdm-location' -d 'Address at which Common Data Model folders will be unpacked: each gets a model.json, too.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" max-package-size' -l 'max-package-size' -d 'Split packages larger than this, such as 50MB.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" max-records' -l 'max-records' -d 'Split packages with more records than this.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" compression' -l 'compression' -d 'Compression level, 0 to 9.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" reject-limit' -l 'reject-limit' -d 'How many rejected records are tolerated, N or P%; with more, no packages are written.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" delta' -l 'delta' -d 'Write only records that are new or different from the references.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" assign-numbers' -l 'assign-numbers' -d 'Assign numbers to accounts and contacts that have none, and write a package that returns them to Sales.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" first-number' -l 'first-number' -d 'First number to assign (default: 1000).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" no-waves' -l 'no-waves' -d 'Write references to records that come later into the first package, not into a second one.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" excel' -l 'excel' -d 'Write findings and rejected records as Excel workbooks, too.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" dry-run' -l 'dry-run' -d 'Write everything except the packages.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" verify' -l 'verify' -d 'Read every package back and compare it with the intended content.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" no-verify' -l 'no-verify' -d 'Read every package back and compare it with the intended content.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" force' -l 'force' -d 'Replace an existing output.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard plan" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c shard run" -eq 1' -fa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard run" plan-sha256' -l 'plan-sha256' -d 'The SHA-256 that plan.json must have.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard run" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard run" stage' -l 'stage' -d 'The stage, in place of the task.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard run" index' -l 'index' -d 'The number of the task in its stage, from 0.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard run" base' -l 'base' -d 'The folder in which relative inputs begin (default: that in which the plan was made).' -rfa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard run" again' -l 'again' -d 'Do the task although it is done.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard run" quiet' -l 'quiet' -d 'Write nothing but errors.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard run" jobs' -l 'jobs' -d 'Maximum number of parallel threads.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard run" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard run" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c shard status" -eq 1' -fa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard status" plan-sha256' -l 'plan-sha256' -d 'The SHA-256 that plan.json must have.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard status" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard status" verify' -l 'verify' -d 'Compare files with their digests, not only with their sizes.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard status" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard status" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c shard merge" -eq 1' -fa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard merge" plan-sha256' -l 'plan-sha256' -d 'The SHA-256 that plan.json must have.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard merge" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard merge" o output' -l 'output' -s 'o' -d 'The output folder.' -rfa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard merge" force' -l 'force' -d 'Replace an existing output.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard merge" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard merge" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard merge" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c shard merge" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile"' -l 'finops' -d 'Exports of F&O: zips, folders or single files.' -rF
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile"' -l 'sales' -d 'Exports of Sales: zips, folders or single files.' -rF
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" o output' -l 'output' -s 'o' -d 'The output folder.' -rfa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" memory' -l 'memory' -d 'Memory for the export of one side, such as 512MB; the rest is spilled to files (default: 2GiB).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" baseline' -l 'baseline' -d 'The output folder of an earlier run, to mark new and known differences and list those gone.' -rfa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" emit-fixes' -l 'emit-fixes' -d 'finops or sales: write packages with corrections for that side.' -rfka 'finops sales'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" assign-numbers' -l 'assign-numbers' -d 'Assign numbers to accounts and contacts that have none, as convert --assign-numbers does.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" first-number' -l 'first-number' -d 'First number to assign (default: 1000).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" project' -l 'project' -d 'A project file, whose template changes apply.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile"' -l 'reference' -d 'A package that is used only for lookups; repeatable.' -rF
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" max-unpacked-size' -l 'max-unpacked-size' -d 'Maximum unpacked size of a package, including nested archives, such as 200GiB (default: 64GiB).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile"' -l 'template' -d 'A template to run; repeatable (default: all that the inputs allow).' -rfka '(__p2c_custom_completion ---completion reconcile -- --template (count (__p2c_tokens -pc)) (__p2c_tokens -tC))'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile"' -l 'set' -d 'TEMPLATE.FIELD=VALUE: a default for one destination field; repeatable.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile"' -l 'company' -d 'A legal entity to convert; repeatable (default: the project\'s, else all of the inputs).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" as-of' -l 'as-of' -d 'The time of the run, in ISO 8601, such as 2026-07-01. It is written to the outputs and decides which price lists are valid (default: SOURCE_DATE_EPOCH, else the newest time stamp of the inputs).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" show-values' -l 'show-values' -d 'Show values of records in JSON, SARIF and on pages, too; findings.csv always has them.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json or sarif asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), always or never.' -rfka 'auto always never'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" max-findings' -l 'max-findings' -d 'How many findings of each code are listed; all are counted.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" jobs' -l 'jobs' -d 'Maximum number of parallel threads.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" excel' -l 'excel' -d 'Write findings and differences as Excel workbooks, too.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" force' -l 'force' -d 'Replace an existing output.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c reconcile" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c diff" -eq 1' -F
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c diff" -eq 2' -F
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c diff" o output' -l 'output' -s 'o' -d 'The output folder, for differences.csv, drift.csv, report.json and report.html.' -rfa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c diff" memory' -l 'memory' -d 'Memory for the earlier export, such as 512MB; the rest is spilled to files (default: 2GiB).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c diff" max-unpacked-size' -l 'max-unpacked-size' -d 'Maximum unpacked size of a package, including nested archives, such as 200GiB (default: 64GiB).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c diff" jobs' -l 'jobs' -d 'Maximum number of parallel threads.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c diff" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c diff" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c diff" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json or sarif asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c diff" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), always or never.' -rfka 'auto always never'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c diff" excel' -l 'excel' -d 'Write the differences as an Excel workbook, too; needs --output.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c diff" force' -l 'force' -d 'Replace an existing output.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c diff" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c diff" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c run" -eq 1' -fa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" o output' -l 'output' -s 'o' -d 'The output folder, instead of the project\'s.' -rfa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run"' -l 'reference' -d 'A package that is used only for lookups; repeatable.' -rF
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" max-unpacked-size' -l 'max-unpacked-size' -d 'Maximum unpacked size of a package, including nested archives, such as 200GiB (default: 64GiB).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run"' -l 'template' -d 'A template to run; repeatable (default: all that the inputs allow).' -rfka '(__p2c_custom_completion ---completion run -- --template (count (__p2c_tokens -pc)) (__p2c_tokens -tC))'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run"' -l 'set' -d 'TEMPLATE.FIELD=VALUE: a default for one destination field; repeatable.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run"' -l 'company' -d 'A legal entity to convert; repeatable (default: the project\'s, else all of the inputs).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" as-of' -l 'as-of' -d 'The time of the run, in ISO 8601, such as 2026-07-01. It is written to the outputs and decides which price lists are valid (default: SOURCE_DATE_EPOCH, else the newest time stamp of the inputs).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" show-values' -l 'show-values' -d 'Show values of records in JSON, SARIF and on pages, too; findings.csv always has them.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json or sarif asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), always or never.' -rfka 'auto always never'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" max-findings' -l 'max-findings' -d 'How many findings of each code are listed; all are counted.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" jobs' -l 'jobs' -d 'Maximum number of parallel threads.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" to' -l 'to' -d 'The destination: finops or sales. Required only if the inputs contain both sides.' -rfka 'finops sales'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" file-format' -l 'file-format' -d 'Format of entity files for F&O: csv-unicode, csv, xml-element, xml-attribute, xlsx or cdm.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" sales-format' -l 'sales-format' -d 'Format of packages for Sales: cmt (Configuration Migration), csv (import wizard) or cdm (Common Data Model folder).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" cdm-location' -l 'cdm-location' -d 'Address at which Common Data Model folders will be unpacked: each gets a model.json, too.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" max-package-size' -l 'max-package-size' -d 'Split packages larger than this, such as 50MB.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" max-records' -l 'max-records' -d 'Split packages with more records than this.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" compression' -l 'compression' -d 'Compression level, 0 to 9.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" reject-limit' -l 'reject-limit' -d 'How many rejected records are tolerated, N or P%; with more, no packages are written.' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" delta' -l 'delta' -d 'Write only records that are new or different from the references.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" assign-numbers' -l 'assign-numbers' -d 'Assign numbers to accounts and contacts that have none, and write a package that returns them to Sales.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" first-number' -l 'first-number' -d 'First number to assign (default: 1000).' -rfka ''
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" no-waves' -l 'no-waves' -d 'Write references to records that come later into the first package, not into a second one.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" excel' -l 'excel' -d 'Write findings and rejected records as Excel workbooks, too.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" dry-run' -l 'dry-run' -d 'Write everything except the packages.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" verify' -l 'verify' -d 'Read every package back and compare it with the intended content.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" no-verify' -l 'no-verify' -d 'Read every package back and compare it with the intended content.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" force' -l 'force' -d 'Replace an existing output.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c run" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c templates" -eq 1' -fa 'list' -d 'List the templates in import order.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c templates" -eq 1' -fa 'show' -d 'Show a template\'s tasks and field mappings.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c templates" -eq 1' -fa 'export' -d 'Write the built-in templates to a new folder, as a starting point for custom templates.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c templates" -eq 1' -fa 'test' -d 'Convert the records of tests, and compare what becomes of them with what the tests expect.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c templates" -eq 1' -fa 'order' -d 'List the packages of templates in the order of their import, and why.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates list" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates list" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c templates show" -eq 1' -fka '(__p2c_custom_completion ---completion templates show -- positional@0 (count (__p2c_tokens -pc)) (__p2c_tokens -tC))'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates show" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates show" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c templates export" -eq 1' -fa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates export" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates export" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c templates test" -ge 1' -F
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates test"' -l 'template' -d 'A template to test; repeatable (default: all that have tests).' -rfka '(__p2c_custom_completion ---completion templates test -- --template (count (__p2c_tokens -pc)) (__p2c_tokens -tC))'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates test" project' -l 'project' -d 'A project file, whose templates and changes apply.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates test" update' -l 'update' -d 'Replace the expectations in the files by the results.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates test" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates test" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates test" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json or sarif asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates test" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), always or never.' -rfka 'auto always never'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates test" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates test" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates order"' -l 'template' -d 'A template to order; repeatable (default: all that run by themselves).' -rfka '(__p2c_custom_completion ---completion templates order -- --template (count (__p2c_tokens -pc)) (__p2c_tokens -tC))'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates order" project' -l 'project' -d 'A project file, whose templates and changes apply.' -rfa '(set -l exts \'yaml\' \'yml\';for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.{$exts};printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates order" to' -l 'to' -d 'The destination: finops or sales (default: both).' -rfka 'finops sales'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates order" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates order" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates order" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c templates order" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c schema" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c schema" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c schema" -eq 1' -fa 'list' -d 'List the entities of both sides.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c schema" -eq 1' -fa 'show' -d 'Show the columns of an entity.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c schema list" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c schema list" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c schema list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c schema show" -eq 1' -fka '(__p2c_custom_completion ---completion schema show -- positional@0 (count (__p2c_tokens -pc)) (__p2c_tokens -tC))'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c schema show" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c schema show" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c schema show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c codes" -eq 1' -fka '(__p2c_custom_completion ---completion codes -- positional@0 (count (__p2c_tokens -pc)) (__p2c_tokens -tC))'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c codes" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c codes" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c codes" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c codes" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c keygen" -eq 1' -F
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c keygen" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c keygen" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c keygen" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c seal" -eq 1' -fa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c seal" key' -l 'key' -d 'The file of the private key.' -rF
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c seal" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c seal" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c seal" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json or sarif asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c seal" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), always or never.' -rfka 'auto always never'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c seal" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c seal" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_positional "p2c verify" -eq 1' -fa '(__p2c_complete_directories)'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c verify" public-key' -l 'public-key' -d 'The file of the public key.' -rF
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c verify" language' -l 'language' -d 'Language of messages: en, nl, da, sv or is (default: of text on the console that of LC_ALL, LC_MESSAGES or LANG, of files and JSON English).' -rfka 'en nl da sv is'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c verify" format' -l 'format' -d 'Format of standard output: text or json.' -rfka 'text json'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c verify" quiet' -l 'quiet' -d 'Write nothing but errors, and what --format json or sarif asks for.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c verify" progress' -l 'progress' -d 'Progress on standard error: auto (on a terminal), always or never.' -rfka 'auto always never'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c verify" version' -l 'version' -d 'Show the version.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c verify" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'p2c' -n '__p2c_should_offer_completions_for_flags_or_options "p2c help" version' -l 'version' -d 'Show the version.'
