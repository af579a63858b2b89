import type { DeliveryState } from '@omen/sdk'
import type { StatusTone } from '../../../ui/status/status.tsx'

const TONES: Readonly<Record<DeliveryState, StatusTone>> = {
  waiting: 'running',
  sent: 'ok',
  failed: 'failed',
  stopped: 'silent',
}

export const deliveryTone = (state: DeliveryState): StatusTone => TONES[state]
