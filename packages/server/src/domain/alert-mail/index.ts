import type { Mail } from '../../ports/mail.ts'
import type { AlertMessage } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'

/** The mail about an alert. */
export async function composeAlertMail(
  _ctx: Context,
  message: AlertMessage,
  { locale, to }: { sourceId: string; locale: Locale; to: string },
): Promise<Mail> {
  const sentences = message.incidents.map((incident) => incident.sentence[locale])
  return { to, subject: `Omen: ${message.projectName}`, text: `${sentences.join('\n')}\n` }
}
