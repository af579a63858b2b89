/** The text of `omen --help` around the list of commands. */
export const ROOT_HELP = {
  description: 'Train models, upload files, detect anomalies and fail builds, from a terminal.',
  after: `
Your first anomaly:
  $ omen login
  $ omen upload training monday.csv --model checkout
  $ omen detect tuesday.csv --model checkout

Exit codes:
  0  done                       4  not signed in, or the token may not do this
  1  failed                     5  partly failed: some of several files
  2  usage error                6  try again: no connection, busy, timeout
  3  anomalies (--fail-on)    130  stopped by Ctrl-C, 143 by SIGTERM

Environment:
  OMEN_URL      address of the server
  OMEN_TOKEN    access token, before that of any profile
  OMEN_PROFILE  profile to use
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                proxy to the server; NODE_EXTRA_CA_CERTS trusts an authority
  NO_COLOR      no colours
  Profiles are kept in $XDG_CONFIG_HOME/omen or ~/.config/omen, for you alone.

Results go to stdout, everything else to stderr. With --json the result is one
JSON document on stdout, and a failure one JSON object on stderr:
{"success":false,"code","message","hint","details","exitCode"}.
"omen COMMAND --help" has examples, "omen glossary" explains the words.`,
}
