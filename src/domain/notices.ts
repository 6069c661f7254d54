/** The groups of notices; for each group a user chooses the channels. */
export const NOTICE_GROUPS = ['ORDERS', 'MONEY', 'SECURITY', 'SUPPORT', 'ACCOUNT', 'PRICE_ALERTS', 'NEWS'] as const
export type NoticeGroup = (typeof NOTICE_GROUPS)[number]

/** The channels outside the app; the app itself shows every notice. */
export const NOTICE_CHANNELS = ['PUSH', 'EMAIL', 'SMS'] as const
export type NoticeChannelName = (typeof NOTICE_CHANNELS)[number]

/** `ALWAYS` cannot be switched off; ON and OFF are the defaults of a user who has chosen nothing. */
export type ChannelRule = 'ALWAYS' | 'ON' | 'OFF'

/** The channels of each group. A channel that is not listed is not offered. */
export const CHANNEL_RULES = {
  ORDERS: { PUSH: 'ON', EMAIL: 'OFF' },
  MONEY: { PUSH: 'ON', EMAIL: 'ON', SMS: 'ON' },
  SECURITY: { PUSH: 'ON', EMAIL: 'ALWAYS', SMS: 'ALWAYS' },
  SUPPORT: { PUSH: 'ON', EMAIL: 'ON' },
  ACCOUNT: { PUSH: 'ON', EMAIL: 'ON', SMS: 'ON' },
  PRICE_ALERTS: { PUSH: 'ON', EMAIL: 'OFF' },
  NEWS: { PUSH: 'ON', EMAIL: 'OFF' },
} as const satisfies Record<NoticeGroup, Partial<Record<NoticeChannelName, ChannelRule>>>

interface NoticeRule {
  readonly group: NoticeGroup
  /** Shown in the app alone, on none of the channels of its group. */
  readonly appOnly?: true
  /** Not worth an SMS, although its group may be sent by SMS. */
  readonly noSms?: true
  /** Sent by e-mail alone, although its group is sent by every channel. */
  readonly byEmailAlone?: true
  /** A stranger may be the cause: its messages say how to freeze the account. */
  readonly isWarning?: true
}

const warning = { group: 'SECURITY', isWarning: true } as const

/** Every kind of notice. Each kind has its sentences in `src/server/notifications/texts/`. */
export const NOTICE_RULES = {
  ORDER_FILLED: { group: 'ORDERS' },
  ORDER_PARTLY_FILLED: { group: 'ORDERS' },
  /** Cancelled by its owner, who knows already. */
  ORDER_CANCELLED: { group: 'ORDERS', appOnly: true },
  ORDER_CANCELLED_BY_OPERATOR: { group: 'ORDERS' },
  ORDER_EXPIRED: { group: 'ORDERS' },
  ORDER_TRIGGERED: { group: 'ORDERS' },
  /** Replaces many notices of the same moment. */
  ORDERS_CHANGED: { group: 'ORDERS' },
  RECURRING_BUY_BOUGHT: { group: 'ORDERS' },
  RECURRING_BUY_SKIPPED: { group: 'ORDERS' },
  RECURRING_BUY_STOPPED: { group: 'ORDERS' },
  DEPOSIT_SEEN: { group: 'MONEY', noSms: true },
  DEPOSIT_CREDITED: { group: 'MONEY', noSms: true },
  DEPOSIT_FAILED: { group: 'MONEY', noSms: true },
  /** Cancelled by its payer at the gateway's page, who knows already. */
  DEPOSIT_CANCELLED: { group: 'MONEY', appOnly: true },
  DEPOSIT_ABANDONED: { group: 'MONEY', noSms: true },
  /** Another's card paid. */
  DEPOSIT_HELD: { group: 'MONEY', noSms: true },
  DEPOSIT_PAID_BACK: { group: 'MONEY', noSms: true },
  WITHDRAWAL_ASKED: { group: 'MONEY', isWarning: true },
  WITHDRAWAL_APPROVED: { group: 'MONEY', noSms: true },
  WITHDRAWAL_SENT: { group: 'MONEY' },
  WITHDRAWAL_CONFIRMED: { group: 'MONEY', noSms: true },
  /** Cancelled by its user, which a stranger with the user's phone may have done. */
  WITHDRAWAL_CANCELLED: { group: 'MONEY', noSms: true },
  WITHDRAWAL_REFUSED: { group: 'MONEY' },
  /** The bank or the network did not carry it out. */
  WITHDRAWAL_FAILED: { group: 'MONEY' },
  DELIVERY_ASKED: { group: 'MONEY', isWarning: true },
  DELIVERY_APPROVED: { group: 'MONEY', noSms: true },
  /** At the branch, or with the courier. */
  DELIVERY_READY: { group: 'MONEY' },
  DELIVERY_SHIPPED: { group: 'MONEY' },
  DELIVERY_DONE: { group: 'MONEY' },
  DELIVERY_CANCELLED: { group: 'MONEY' },
  DELIVERY_REFUSED: { group: 'MONEY' },
  NEW_DEVICE: warning,
  /** A program without a cookie is recognised by its network and name, which others may share. */
  PROGRAM_LOGIN: { ...warning, byEmailAlone: true },
  PASSWORD_CHANGED: warning,
  PASSWORD_RESET_ASKED: warning,
  PASSWORD_RESET_CANCELLED: warning,
  TWO_STEP_CHANGED: warning,
  RECOVERY_CODE_USED: warning,
  PASSKEY_ADDED: warning,
  PASSKEY_REMOVED: warning,
  SIGN_ON_LINKED: warning,
  SIGN_ON_UNLINKED: warning,
  API_KEY_ADDED: warning,
  MOBILE_CHANGED: warning,
  EMAIL_CHANGED: warning,
  BANK_ACCOUNT_ADDED: warning,
  ADDRESS_SAVED: warning,
  ALL_ADDRESSES_ALLOWED: warning,
  /** The first address of an account. */
  EMAIL_ADDED: warning,
  ACCOUNT_FROZEN: { group: 'SECURITY' },
  ACCOUNT_UNFROZEN: { group: 'SECURITY' },
  /** An operator was stopped: sent to that operator and to all admins. */
  OPERATOR_STOPPED: { group: 'SECURITY' },
  OPERATOR_KEYS_RENEWED: { group: 'SECURITY' },
  OPERATOR_FIRST_SIGN_IN: { group: 'SECURITY' },
  OPERATOR_LOOKS_USED_UP: { group: 'SECURITY' },
  /** Sent to the operators on duty. */
  MAKER_STOPPED: { group: 'SECURITY' },
  MAKER_STRATEGY_SET: { group: 'SECURITY' },
  PROPOSAL_WAITS: { group: 'SECURITY' },
  IDENTITY_WAITS: { group: 'SECURITY' },
  VENDOR_FAULT: { group: 'SECURITY' },
  CUSTODY_SHORT: { group: 'SECURITY' },
  IDENTITY_CONFIRMED: { group: 'ACCOUNT' },
  IDENTITY_APPROVED: { group: 'ACCOUNT' },
  IDENTITY_HANDED_BACK: { group: 'ACCOUNT' },
  IDENTITY_REVOKED: { group: 'ACCOUNT' },
  CARD_VERIFIED: { group: 'ACCOUNT', noSms: true },
  CARD_UNVERIFIED: { group: 'ACCOUNT' },
  TICKET_ANSWERED: { group: 'SUPPORT' },
  PRICE_ALERT: { group: 'PRICE_ALERTS' },
  BROADCAST: { group: 'NEWS' },
} as const satisfies Record<string, NoticeRule>

export type NoticeKind = keyof typeof NOTICE_RULES

/** Whether this version knows the kind. */
export const isNoticeKind = (kind: string): kind is NoticeKind => Object.hasOwn(NOTICE_RULES, kind)

const ruleOf = (kind: NoticeKind): NoticeRule => NOTICE_RULES[kind]

export const groupOf = (kind: NoticeKind): NoticeGroup => NOTICE_RULES[kind].group

/** Whether a notice protects the account, so that it does not wait for the end of quiet hours. */
export const isUrgent = (kind: NoticeKind): boolean => groupOf(kind) === 'SECURITY' || isWarning(kind)

/** Whether a stranger may be the cause of a notice. */
export const isWarning = (kind: NoticeKind): boolean => ruleOf(kind).isWarning ?? false

export const channelRuleOf = (group: NoticeGroup, channel: NoticeChannelName): ChannelRule | undefined => {
  const rules: Partial<Record<NoticeChannelName, ChannelRule>> = CHANNEL_RULES[group]
  return rules[channel]
}

/** Minutes of the day in Tehran, from 0 to 1439. */
export interface QuietHours {
  readonly from: number
  readonly to: number
}

/** A user's choices for notices. */
export interface NoticePreferences {
  /** The choices that differ from the defaults. */
  readonly choices: { readonly [group in NoticeGroup]?: { readonly [channel in NoticeChannelName]?: boolean } }
  /** Between these times only notices that are always sent may wake the user. */
  readonly quietHours: QuietHours | undefined
  /** Whether amounts and prices appear on a locked screen. */
  readonly showsAmounts: boolean
}

export const USUAL_PREFERENCES: NoticePreferences = { choices: {}, quietHours: undefined, showsAmounts: true }

/** Whether a group uses a channel, by the user's choice where there is one. */
export function isChosen(
  { choices }: Pick<NoticePreferences, 'choices'>,
  { group, channel }: { group: NoticeGroup; channel: NoticeChannelName },
): boolean {
  const rule = channelRuleOf(group, channel)
  if (rule === undefined || rule === 'ALWAYS') return rule === 'ALWAYS'
  return choices[group]?.[channel] ?? rule === 'ON'
}

/** The channels of a notice of this kind. */
export function channelsOf(kind: NoticeKind, preferences: Pick<NoticePreferences, 'choices'>): NoticeChannelName[] {
  const { group, appOnly, noSms, byEmailAlone } = ruleOf(kind)
  if (appOnly) return []
  const ways = byEmailAlone ? (['EMAIL'] as const) : NOTICE_CHANNELS
  return ways.filter((channel) => !(noSms && channel === 'SMS') && isChosen(preferences, { group, channel }))
}
