export const welcome = {
  title: 'Find your first anomaly',
  greeting: 'Welcome, {{name}}. Three ways to begin, none takes longer than five minutes.',
  upload: {
    title: 'Upload a file',
    text: 'A CSV of metrics, plain or gzipped. You see what is in it before anything is trained.',
    action: 'Choose files',
  },
  demo: {
    title: 'Open the demo',
    text: 'A five-node shop in which seven things go wrong. See what Omen makes of it after two quiet weeks.',
    action: 'Open the demo',
    missing: 'The demo is still being prepared. It takes a few seconds on the first start.',
  },
  script: {
    title: 'Work by script',
    text: 'Everything on these pages is a command, too, with JSON output and exit codes for CI.',
    action: 'Make an access token',
    login: 'Sign in once, or put a token into OMEN_TOKEN',
    train: 'Train a model on a normal day',
    detect: 'Detect; leaves with 3 when it is bad',
  },
}
