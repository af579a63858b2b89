export const welcome = {
  title: 'Find your first anomaly',
  greeting: 'Welcome, {{name}}. Here are three ways to start; each takes less than five minutes.',
  upload: {
    title: 'Upload a file',
    text: 'A CSV of metrics, plain or gzipped. You see its contents before anything is trained.',
    action: 'Choose files',
  },
  connect: {
    title: 'Connect a source',
    text: 'Your systems send their metrics; Omen shows the first samples as they arrive.',
    action: 'Add a project',
  },
  demo: {
    title: 'Open the demo',
    text: 'A five-node shop where seven things go wrong. See what Omen finds after learning from two quiet weeks.',
    action: 'Open the demo',
    missing: 'The demo is still being prepared. It takes a few seconds on the first start.',
  },
  script: {
    title: 'Use the command line',
    text: 'Everything on these pages is also a command, with JSON output and exit codes for CI.',
    action: 'Create an access token',
    login: 'Sign in once, or set OMEN_TOKEN',
    train: 'Train a model on a normal day',
    detect: 'Detect; exits with 3 when something is abnormal',
  },
}
