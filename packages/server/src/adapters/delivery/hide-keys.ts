import type { AlertChannel, ChannelOutcome, ChannelSecrets } from '../../ports/alert-channel.ts'

/** A part of an address that is as long as this may be a key. */
const MIN_KEY_LENGTH = 16

/** The channel, whose outcomes repeat neither its key nor the part of its address that is one, as services do in their answers. */
export function hideKeys(channel: AlertChannel): AlertChannel {
  return {
    describe: channel.describe,
    send: async (order, secrets, signal) => withoutKeys(await channel.send(order, secrets, signal), secrets),
  }
}

function withoutKeys(outcome: ChannelOutcome, secrets: ChannelSecrets): ChannelOutcome {
  if (outcome.kind === 'sent') return outcome
  const forms = formsOf(secrets)
  const hide = (text: string): string => forms.reduce((said, form) => said.replaceAll(form, '***'), text)
  const failure = JSON.parse(JSON.stringify(outcome.failure), (name, value) =>
    typeof value === 'string' && name !== 'code' ? hide(value) : value,
  )
  return { ...outcome, failure }
}

/** The longest first, since one may be part of another. */
function formsOf({ serviceKey, signingSecret, endpoint }: ChannelSecrets): string[] {
  const forms = [serviceKey, signingSecret ?? '', ...partsOf(serviceKey), ...partsOf(endpoint ?? '')]
  const all = forms.flatMap((form) => [form, encodeURIComponent(form), decoded(form)])
  return [...new Set(all)].filter((form) => form.length > 1).sort((a, b) => b.length - a.length)
}

function partsOf(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { pathname, search } = new URL(address)
  const segments = [...pathname.split('/'), ...search.slice(1).split(/[&=]/)]
  return [pathname + search, pathname, ...segments.filter((segment) => segment.length >= MIN_KEY_LENGTH)]
}

function decoded(form: string): string {
  try {
    return decodeURIComponent(form)
  } catch {
    return form
  }
}
