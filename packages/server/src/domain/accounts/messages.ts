import { MailError } from '../../ports/mail.ts'
import { SmsNotSent } from '../../ports/sms.ts'
import type { AccountContext } from '../context.ts'
import { DomainError, type Locale } from '../errors.ts'
import type { Address } from './address.ts'

export interface Message {
  subject: string
  text: string
  /** For a mobile number. It fits into one SMS: 160 characters in English, 70 in Chinese. */
  sms: string
}

type Texts<Args extends unknown[]> = Readonly<Record<Locale, (...args: Args) => Message>>

export const signupCodeMessage: Texts<[code: string]> = {
  en: (code) => ({
    subject: `${code} is your Omen code`,
    text: `Your code for signing up to Omen is ${code}. It is valid for 10 minutes.\n\nIf you did not request it, ignore this message.`,
    sms: `${code} is your code for signing up to Omen. It is valid for 10 minutes. If you did not request it, ignore this message.`,
  }),
  'zh-CN': (code) => ({
    subject: `Omen 验证码：${code}`,
    text: `您的 Omen 注册验证码是 ${code}，10 分钟内有效。\n\n如非本人操作，请忽略本消息。`,
    sms: `您的 Omen 注册验证码是 ${code}，10 分钟内有效。如非本人操作，请忽略本消息。`,
  }),
}

export const addressTakenMessage: Texts<[userName: string]> = {
  en: (userName) => ({
    subject: 'You already have an Omen account',
    text: `Somebody asked to sign up to Omen with this address, which belongs to the account ${userName}.\n\nIf it was you, sign in, or request a temporary password. If not, ignore this message.`,
    sms: `This number already belongs to the Omen account ${userName}. Sign in, or request a temporary password. Not you? Ignore this message.`,
  }),
  'zh-CN': (userName) => ({
    subject: '您已有 Omen 账号',
    text: `有人使用此地址注册 Omen，但它已属于账号 ${userName}。\n\n如是您本人，请直接登录或申请临时密码；否则请忽略本消息。`,
    sms: `此手机号已属于 Omen 账号 ${userName}，请登录或申请临时密码。`,
  }),
}

export const userNameMessage: Texts<[userName: string]> = {
  en: (userName) => ({
    subject: 'Your Omen account',
    text: `The name of your Omen account is ${userName}.`,
    sms: `The name of your Omen account is ${userName}.`,
  }),
  'zh-CN': (userName) => ({
    subject: '您的 Omen 账号',
    text: `您的 Omen 账号是 ${userName}。`,
    sms: `您的 Omen 账号是 ${userName}。`,
  }),
}

// A locked phone shows its messages, so the SMS does not name the account.
export const tempPasswordMessage: Texts<[userName: string, password: string]> = {
  en: (userName, password) => ({
    subject: 'Temporary password for Omen',
    text: `The temporary password of the account ${userName} is\n\n${password}\n\nIt is valid for 30 minutes and can be used once, to set a new password. If you did not request it, ignore this message: your password is unchanged.`,
    sms: `Your temporary password for Omen is\n${password}\nIt can be used once, within 30 minutes. If you did not request it, ignore this message.`,
  }),
  'zh-CN': (userName, password) => ({
    subject: 'Omen 临时密码',
    text: `账号 ${userName} 的临时密码是\n\n${password}\n\n30 分钟内有效，仅可用于设置一次新密码。如非本人操作，请忽略本消息，原密码仍然有效。`,
    sms: `您的 Omen 临时密码：\n${password}\n30 分钟内有效，仅可使用一次。如非本人操作，请忽略本消息。`,
  }),
}

/** Whether an error of `deliver` excludes that the message arrives: after a timeout, a gateway may have sent it. */
export function isCertainlyUnsent(error: unknown): boolean {
  const cause = error instanceof DomainError ? error.cause : undefined
  return cause instanceof SmsNotSent || (cause instanceof MailError && cause.fault !== 'connection')
}

/** Throws if the message could not be sent. */
export async function deliver(ctx: AccountContext, address: Address, message: Message): Promise<void> {
  try {
    if (address.kind === 'email') await ctx.mail.send({ to: address.value, ...message })
    else await ctx.sms.send({ to: address.value, text: message.sms })
  } catch (cause) {
    throw new DomainError('OVERLOADED', {
      message: {
        en: 'The message could not be sent. Try again a little later.',
        'zh-CN': '消息发送失败，请稍后再试。',
      },
      retryAfterMs: 30_000,
      cause,
    })
  }
}
