import { CollectorError } from '../../ports/collector.ts'
import type { OutboundError, OutboundFault } from '../../ports/outbound.ts'
import type { CollectionFault } from '../../schema/wire-types.ts'

const faults: Readonly<Record<OutboundFault, CollectionFault>> = {
  refusedAddress: 'refusedAddress',
  unreachable: 'unreachable',
  timeout: 'timeout',
  certificate: 'certificate',
  redirects: 'badAnswer',
}

export function outboundFailure(error: OutboundError): CollectorError {
  return new CollectorError(faults[error.fault], { providerText: error.message, cause: error })
}
