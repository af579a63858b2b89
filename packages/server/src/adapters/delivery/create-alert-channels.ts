import type { AlertChannels } from '../../ports/alert-channel.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { hideKeys } from './hide-keys.ts'
import { createPagerDutyChannel } from './pagerduty.ts'
import { createSlackChannel } from './slack.ts'
import { createTeamsChannel } from './teams.ts'
import { createWebhookChannel } from './webhook.ts'

export function createAlertChannels(outbound: Outbound): AlertChannels {
  return {
    slack: hideKeys(createSlackChannel(outbound)),
    webhook: hideKeys(createWebhookChannel(outbound)),
    pagerduty: hideKeys(createPagerDutyChannel(outbound)),
    teams: hideKeys(createTeamsChannel(outbound)),
  }
}
