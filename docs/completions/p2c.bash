#!/bin/bash

__p2c_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__p2c_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__p2c_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__p2c_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_p2c() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=()
    __p2c_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    inspect|profile|explain|validate|fix|convert|shard|reconcile|diff|run|templates|schema|codes|keygen|seal|verify|help)
        # Offer subcommand argument completions
        "_p2c_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'inspect profile explain validate fix convert shard reconcile diff run templates schema codes keygen seal verify help' -- "${cur}"))
        ;;
    esac
}

_p2c_inspect() {
    repeating_flags=()
    non_repeating_flags=(--quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--max-unpacked-size --language --format --progress)
    __p2c_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--max-unpacked-size')
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __p2c_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __p2c_add_completions -f
        return
        ;;
    esac
}

_p2c_profile() {
    repeating_flags=()
    non_repeating_flags=(--quiet --force --version -h --help)
    repeating_options=(--reference --template --company)
    non_repeating_options=(--output -o --max-unpacked-size --project --to --as-of --top --exact --accept --format --language --progress --jobs)
    __p2c_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __p2c_add_completions -d
        return
        ;;
    '--reference')
        __p2c_add_completions -f
        return
        ;;
    '--max-unpacked-size')
        return
        ;;
    '--template')
        __p2c_add_completions -W "$(__p2c_custom_complete ---completion profile -- --template "${COMP_CWORD}" "$(__p2c_cursor_index_in_current_word)")"
        return
        ;;
    '--project')
        __p2c_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--to')
        __p2c_add_completions -W 'finops'$'\n''sales'
        return
        ;;
    '--company')
        return
        ;;
    '--as-of')
        return
        ;;
    '--top')
        return
        ;;
    '--exact')
        return
        ;;
    '--accept')
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--progress')
        __p2c_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--jobs')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __p2c_add_completions -f
        return
        ;;
    esac
}

_p2c_explain() {
    repeating_flags=()
    non_repeating_flags=(--delta --assign-numbers --no-waves --quiet --version -h --help)
    repeating_options=(--reference --template --set --company)
    non_repeating_options=(--key --record --entity --limit --max-unpacked-size --project --to --first-number --as-of --format --language --progress --jobs)
    __p2c_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--key')
        return
        ;;
    '--record')
        return
        ;;
    '--entity')
        __p2c_add_completions -W "$(__p2c_custom_complete ---completion explain -- --entity "${COMP_CWORD}" "$(__p2c_cursor_index_in_current_word)")"
        return
        ;;
    '--limit')
        return
        ;;
    '--reference')
        __p2c_add_completions -f
        return
        ;;
    '--max-unpacked-size')
        return
        ;;
    '--template')
        __p2c_add_completions -W "$(__p2c_custom_complete ---completion explain -- --template "${COMP_CWORD}" "$(__p2c_cursor_index_in_current_word)")"
        return
        ;;
    '--project')
        __p2c_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--set')
        return
        ;;
    '--company')
        return
        ;;
    '--to')
        __p2c_add_completions -W 'finops'$'\n''sales'
        return
        ;;
    '--first-number')
        return
        ;;
    '--as-of')
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--progress')
        __p2c_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--jobs')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __p2c_add_completions -f
        return
        ;;
    esac
}

_p2c_validate() {
    repeating_flags=()
    non_repeating_flags=(--show-values --quiet --excel --force --version -h --help)
    repeating_options=(--reference --template --set --company)
    non_repeating_options=(--output -o --for --project --format --max-unpacked-size --as-of --language --progress --max-findings --jobs)
    __p2c_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __p2c_add_completions -d
        return
        ;;
    '--for')
        __p2c_add_completions -W 'import'$'\n''convert'
        return
        ;;
    '--project')
        __p2c_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'$'\n''sarif'
        return
        ;;
    '--reference')
        __p2c_add_completions -f
        return
        ;;
    '--max-unpacked-size')
        return
        ;;
    '--template')
        __p2c_add_completions -W "$(__p2c_custom_complete ---completion validate -- --template "${COMP_CWORD}" "$(__p2c_cursor_index_in_current_word)")"
        return
        ;;
    '--set')
        return
        ;;
    '--company')
        return
        ;;
    '--as-of')
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--progress')
        __p2c_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-findings')
        return
        ;;
    '--jobs')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __p2c_add_completions -f
        return
        ;;
    esac
}

_p2c_fix() {
    repeating_flags=()
    non_repeating_flags=(--quiet --verify --no-verify --force --version -h --help)
    repeating_options=()
    non_repeating_options=(--output -o --report --max-unpacked-size --format --language --progress --max-findings --jobs)
    __p2c_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __p2c_add_completions -f
        return
        ;;
    '--report')
        __p2c_add_completions -o plusdirs -fX '!*.@(html)'
        return
        ;;
    '--max-unpacked-size')
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'$'\n''sarif'
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--progress')
        __p2c_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-findings')
        return
        ;;
    '--jobs')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __p2c_add_completions -f
        return
        ;;
    esac
}

_p2c_convert() {
    repeating_flags=()
    non_repeating_flags=(--show-values --quiet --delta --assign-numbers --no-waves --excel --dry-run --verify --no-verify --force --version -h --help)
    repeating_options=(--reference --template --set --company)
    non_repeating_options=(--output -o --project --format --max-unpacked-size --as-of --language --progress --max-findings --jobs --to --file-format --sales-format --cdm-location --max-package-size --max-records --compression --reject-limit --first-number)
    __p2c_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __p2c_add_completions -d
        return
        ;;
    '--project')
        __p2c_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--reference')
        __p2c_add_completions -f
        return
        ;;
    '--max-unpacked-size')
        return
        ;;
    '--template')
        __p2c_add_completions -W "$(__p2c_custom_complete ---completion convert -- --template "${COMP_CWORD}" "$(__p2c_cursor_index_in_current_word)")"
        return
        ;;
    '--set')
        return
        ;;
    '--company')
        return
        ;;
    '--as-of')
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--progress')
        __p2c_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-findings')
        return
        ;;
    '--jobs')
        return
        ;;
    '--to')
        __p2c_add_completions -W 'finops'$'\n''sales'
        return
        ;;
    '--file-format')
        return
        ;;
    '--sales-format')
        return
        ;;
    '--cdm-location')
        return
        ;;
    '--max-package-size')
        return
        ;;
    '--max-records')
        return
        ;;
    '--compression')
        return
        ;;
    '--reject-limit')
        return
        ;;
    '--first-number')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __p2c_add_completions -f
        return
        ;;
    esac
}

_p2c_shard() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __p2c_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    plan|run|status|merge)
        # Offer subcommand argument completions
        "_p2c_shard_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'plan run status merge' -- "${cur}"))
        ;;
    esac
}

_p2c_shard_plan() {
    repeating_flags=()
    non_repeating_flags=(--show-values --quiet --delta --assign-numbers --no-waves --excel --dry-run --verify --no-verify --force --version -h --help)
    repeating_options=(--reference --template --set --company)
    non_repeating_options=(--parts --output -o --project --format --max-unpacked-size --as-of --language --progress --max-findings --jobs --to --file-format --sales-format --cdm-location --max-package-size --max-records --compression --reject-limit --first-number)
    __p2c_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--parts')
        return
        ;;
    '--output'|'-o')
        __p2c_add_completions -d
        return
        ;;
    '--project')
        __p2c_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--reference')
        __p2c_add_completions -f
        return
        ;;
    '--max-unpacked-size')
        return
        ;;
    '--template')
        __p2c_add_completions -W "$(__p2c_custom_complete ---completion shard plan -- --template "${COMP_CWORD}" "$(__p2c_cursor_index_in_current_word)")"
        return
        ;;
    '--set')
        return
        ;;
    '--company')
        return
        ;;
    '--as-of')
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--progress')
        __p2c_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-findings')
        return
        ;;
    '--jobs')
        return
        ;;
    '--to')
        __p2c_add_completions -W 'finops'$'\n''sales'
        return
        ;;
    '--file-format')
        return
        ;;
    '--sales-format')
        return
        ;;
    '--cdm-location')
        return
        ;;
    '--max-package-size')
        return
        ;;
    '--max-records')
        return
        ;;
    '--compression')
        return
        ;;
    '--reject-limit')
        return
        ;;
    '--first-number')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __p2c_add_completions -f
        return
        ;;
    esac
}

_p2c_shard_run() {
    repeating_flags=()
    non_repeating_flags=(--again --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--plan-sha256 --language --stage --index --base --jobs)
    __p2c_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--plan-sha256')
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--stage')
        return
        ;;
    '--index')
        return
        ;;
    '--base')
        __p2c_add_completions -d
        return
        ;;
    '--jobs')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __p2c_add_completions -d
        return
        ;;
    esac
}

_p2c_shard_status() {
    repeating_flags=()
    non_repeating_flags=(--verify --version -h --help)
    repeating_options=()
    non_repeating_options=(--plan-sha256 --language --format)
    __p2c_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--plan-sha256')
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __p2c_add_completions -d
        return
        ;;
    esac
}

_p2c_shard_merge() {
    repeating_flags=()
    non_repeating_flags=(--force --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--plan-sha256 --language --output -o --format)
    __p2c_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--plan-sha256')
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--output'|'-o')
        __p2c_add_completions -d
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __p2c_add_completions -d
        return
        ;;
    esac
}

_p2c_reconcile() {
    repeating_flags=()
    non_repeating_flags=(--assign-numbers --show-values --quiet --excel --force --version -h --help)
    repeating_options=(--finops --sales --reference --template --set --company)
    non_repeating_options=(--output -o --memory --baseline --emit-fixes --first-number --project --format --max-unpacked-size --as-of --language --progress --max-findings --jobs)
    __p2c_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--finops')
        __p2c_add_completions -f
        return
        ;;
    '--sales')
        __p2c_add_completions -f
        return
        ;;
    '--output'|'-o')
        __p2c_add_completions -d
        return
        ;;
    '--memory')
        return
        ;;
    '--baseline')
        __p2c_add_completions -d
        return
        ;;
    '--emit-fixes')
        __p2c_add_completions -W 'finops'$'\n''sales'
        return
        ;;
    '--first-number')
        return
        ;;
    '--project')
        __p2c_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--reference')
        __p2c_add_completions -f
        return
        ;;
    '--max-unpacked-size')
        return
        ;;
    '--template')
        __p2c_add_completions -W "$(__p2c_custom_complete ---completion reconcile -- --template "${COMP_CWORD}" "$(__p2c_cursor_index_in_current_word)")"
        return
        ;;
    '--set')
        return
        ;;
    '--company')
        return
        ;;
    '--as-of')
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--progress')
        __p2c_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-findings')
        return
        ;;
    '--jobs')
        return
        ;;
    esac
}

_p2c_diff() {
    repeating_flags=()
    non_repeating_flags=(--quiet --excel --force --version -h --help)
    repeating_options=()
    non_repeating_options=(--output -o --memory --max-unpacked-size --jobs --format --language --progress)
    __p2c_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __p2c_add_completions -d
        return
        ;;
    '--memory')
        return
        ;;
    '--max-unpacked-size')
        return
        ;;
    '--jobs')
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--progress')
        __p2c_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __p2c_add_completions -f
        return
        ;;
    2)
        __p2c_add_completions -f
        return
        ;;
    esac
}

_p2c_run() {
    repeating_flags=()
    non_repeating_flags=(--show-values --quiet --delta --assign-numbers --no-waves --excel --dry-run --verify --no-verify --force --version -h --help)
    repeating_options=(--reference --template --set --company)
    non_repeating_options=(--output -o --format --max-unpacked-size --as-of --language --progress --max-findings --jobs --to --file-format --sales-format --cdm-location --max-package-size --max-records --compression --reject-limit --first-number)
    __p2c_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--output'|'-o')
        __p2c_add_completions -d
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--reference')
        __p2c_add_completions -f
        return
        ;;
    '--max-unpacked-size')
        return
        ;;
    '--template')
        __p2c_add_completions -W "$(__p2c_custom_complete ---completion run -- --template "${COMP_CWORD}" "$(__p2c_cursor_index_in_current_word)")"
        return
        ;;
    '--set')
        return
        ;;
    '--company')
        return
        ;;
    '--as-of')
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--progress')
        __p2c_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--max-findings')
        return
        ;;
    '--jobs')
        return
        ;;
    '--to')
        __p2c_add_completions -W 'finops'$'\n''sales'
        return
        ;;
    '--file-format')
        return
        ;;
    '--sales-format')
        return
        ;;
    '--cdm-location')
        return
        ;;
    '--max-package-size')
        return
        ;;
    '--max-records')
        return
        ;;
    '--compression')
        return
        ;;
    '--reject-limit')
        return
        ;;
    '--first-number')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __p2c_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    esac
}

_p2c_templates() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __p2c_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|show|export|test|order)
        # Offer subcommand argument completions
        "_p2c_templates_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list show export test order' -- "${cur}"))
        ;;
    esac
}

_p2c_templates_list() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--format)
    __p2c_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    esac
}

_p2c_templates_show() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--format)
    __p2c_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __p2c_add_completions -W "$(__p2c_custom_complete ---completion templates show -- positional@0 "${COMP_CWORD}" "$(__p2c_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_p2c_templates_export() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __p2c_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __p2c_add_completions -d
        return
        ;;
    esac
}

_p2c_templates_test() {
    repeating_flags=()
    non_repeating_flags=(--update --quiet --version -h --help)
    repeating_options=(--template)
    non_repeating_options=(--project --language --format --progress)
    __p2c_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--template')
        __p2c_add_completions -W "$(__p2c_custom_complete ---completion templates test -- --template "${COMP_CWORD}" "$(__p2c_cursor_index_in_current_word)")"
        return
        ;;
    '--project')
        __p2c_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __p2c_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __p2c_add_completions -f
        return
        ;;
    esac
}

_p2c_templates_order() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=(--template)
    non_repeating_options=(--project --to --language --format)
    __p2c_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--template')
        __p2c_add_completions -W "$(__p2c_custom_complete ---completion templates order -- --template "${COMP_CWORD}" "$(__p2c_cursor_index_in_current_word)")"
        return
        ;;
    '--project')
        __p2c_add_completions -o plusdirs -fX '!*.@(yaml|yml)'
        return
        ;;
    '--to')
        __p2c_add_completions -W 'finops'$'\n''sales'
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    esac
}

_p2c_schema() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __p2c_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|show)
        # Offer subcommand argument completions
        "_p2c_schema_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list show' -- "${cur}"))
        ;;
    esac
}

_p2c_schema_list() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--format)
    __p2c_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    esac
}

_p2c_schema_show() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--format)
    __p2c_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __p2c_add_completions -W "$(__p2c_custom_complete ---completion schema show -- positional@0 "${COMP_CWORD}" "$(__p2c_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_p2c_codes() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--language --format)
    __p2c_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __p2c_add_completions -W "$(__p2c_custom_complete ---completion codes -- positional@0 "${COMP_CWORD}" "$(__p2c_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_p2c_keygen() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--language)
    __p2c_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __p2c_add_completions -f
        return
        ;;
    esac
}

_p2c_seal() {
    repeating_flags=()
    non_repeating_flags=(--quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--key --language --format --progress)
    __p2c_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--key')
        __p2c_add_completions -f
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __p2c_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __p2c_add_completions -d
        return
        ;;
    esac
}

_p2c_verify() {
    repeating_flags=()
    non_repeating_flags=(--quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--public-key --language --format --progress)
    __p2c_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--public-key')
        __p2c_add_completions -f
        return
        ;;
    '--language')
        __p2c_add_completions -W 'en'$'\n''nl'$'\n''da'$'\n''sv'$'\n''is'
        return
        ;;
    '--format')
        __p2c_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--progress')
        __p2c_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __p2c_add_completions -d
        return
        ;;
    esac
}

_p2c_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __p2c_offer_flags_options -1
}

complete -o filenames -F _p2c p2c
