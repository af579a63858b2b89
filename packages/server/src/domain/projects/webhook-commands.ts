import type { SenderAddress, SenderCommand } from './sender-command.ts'

/** What the settings of a repository ask for, to report deployments and releases. */
export function webhookCommands({ api, secret, hook }: SenderAddress): SenderCommand[] {
  return [
    {
      sender: 'github',
      text: [
        '# Settings, Webhooks, Add webhook',
        `Payload URL:  ${api}events/webhook/github?hook=${hook}`,
        'Content type: application/json',
        `Secret:       ${secret}`,
        'Events:       Deployment statuses, Releases',
      ].join('\n'),
    },
    {
      sender: 'gitlab',
      text: [
        '# Settings, Webhooks, Add new webhook',
        `URL:          ${api}events/webhook/gitlab`,
        `Secret token: ${secret}`,
        'Trigger:      Deployment events, Releases events',
      ].join('\n'),
    },
  ]
}
