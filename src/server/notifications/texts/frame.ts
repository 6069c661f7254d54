import type { Language } from '#domain/market-state.ts'

/** The words around the sentence of a notice. */
export const NOTICE_FRAME = {
  fa: {
    when: '{{date}}، ساعت {{time}} به وقت تهران',
    whenAndWhere: '{{date}}، ساعت {{time}} به وقت تهران، از شبکهٔ {{network}}',
    freeze: 'شما نبودید؟ حساب را فوراً مسدود کنید',
    noLink: 'شما نبودید؟ رمز عبور را تغییر دهید و با پشتیبانی تماس بگیرید.',
    unknownDevice: 'یک دستگاه ناشناس',
    unnamed: 'بدون نام',
    methods: { SMS: 'پیامک', EMAIL: 'ایمیل', GOOGLE_AUTHENTICATOR: 'برنامهٔ Authenticator' },
    anotherMethod: 'عوض',
    sides: { BUY: 'خرید', SELL: 'فروش' },
    /** Follows an amount of the coin. Coins that are not listed show their ticker. */
    units: { TOMAN: 'تومان', TETHER: 'تتر', GOLD: 'گرم {{name}}' },
    /** Follows the sentence of an order that ended after it had traded. */
    filledBefore: '{{percent}} آن انجام شده بود.',
    /** Frames the sentence of an alert for a relative change. */
    ofPercent: 'هشدار ±{{percent}} شما: {{sentence}}',
    /** Follow the amount of a withdrawal. */
    toAddress: 'به {{address}}',
    toAddressOnNetwork: 'روی شبکهٔ {{network}} به {{address}}',
    /** The amount that another user has transferred. */
    fromUser: '{{amount}} از {{name}}',
  },
  en: {
    when: '{{date}}, {{time}} Tehran time',
    whenAndWhere: '{{date}}, {{time}} Tehran time, from network {{network}}',
    freeze: 'Not you? Freeze your account now',
    noLink: 'Not you? Change your password and contact support.',
    unknownDevice: 'an unknown device',
    unnamed: 'unnamed',
    methods: { SMS: 'text message', EMAIL: 'email', GOOGLE_AUTHENTICATOR: 'an authenticator app' },
    anotherMethod: 'another one',
    sides: { BUY: 'buy', SELL: 'sell' },
    units: { TOMAN: 'Toman', TETHER: 'USDT', GOLD: 'g of {{name}}' },
    filledBefore: '{{percent}} of it had filled.',
    ofPercent: 'Your ±{{percent}} alert: {{sentence}}',
    toAddress: 'to {{address}}',
    toAddressOnNetwork: 'on {{network}} to {{address}}',
    fromUser: '{{amount}} from {{name}}',
  },
} as const satisfies Record<Language, object>

export interface NoticeText {
  readonly subject: string
  /** The event in one or two sentences; `{{…}}` names a parameter of the notice. */
  readonly text: string
  /** The same without amounts or prices; present if `text` has any. */
  readonly discreet?: string
}

/** Keyed by the kinds of notices. */
export type NoticeTexts = Readonly<Record<string, Readonly<Record<Language, NoticeText>>>>
