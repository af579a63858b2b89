/** Connects a shell to `omen __complete`, which prints one completion per line, or `:files`. */
export const COMPLETION_SCRIPTS = {
  // Names come from other people: they are quoted, and never expanded as "compgen -W" would.
  bash: `COMP_WORDBREAKS=\${COMP_WORDBREAKS//@/}
_omen() {
  local current="\${COMP_WORDS[COMP_CWORD]}" found
  [[ $current == = ]] && current=
  COMPREPLY=()
  while IFS= read -r found; do
    if [[ $found == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r found; do COMPREPLY+=("$found"); done < <(compgen -f -- "$current")
    elif [[ -n $found ]]; then
      COMPREPLY+=("$(printf %q "$found")")
    fi
  done < <(omen __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _omen omen
`,
  zsh: `#compdef omen
_omen() {
  local -a found
  found=("\${(@f)$(omen __complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${found[(I):files]} )); then
    _files
    found=("\${(@)found:#:files}")
  fi
  found=("\${(@)found:#}")
  compadd -a found
}
if [ "$funcstack[1]" = "_omen" ]; then _omen "$@"; else compdef _omen omen; fi
`,
  fish: `function __omen_complete
  set -l words (commandline -opc) (commandline -ct)
  for found in (omen __complete -- $words[2..-1] 2>/dev/null)
    if test "$found" = :files
      __fish_complete_path (commandline -ct)
    else
      echo $found
    end
  end
end
complete -c omen -f -a '(__omen_complete)'
`,
} as const

export type Shell = keyof typeof COMPLETION_SCRIPTS
