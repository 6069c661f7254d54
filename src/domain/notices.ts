/** What a user is told of belongs to one of these groups; for each the user chooses how to be told. */
export const NOTICE_GROUPS = ['ORDERS', 'MONEY', 'SECURITY', 'SUPPORT', 'ACCOUNT', 'PRICE_ALERTS', 'NEWS'] as const
export type NoticeGroup = (typeof NOTICE_GROUPS)[number]

/** The ways beside the app itself, which shows everything. */
export const NOTICE_CHANNELS = ['PUSH', 'EMAIL', 'SMS'] as const
export type NoticeChannelName = (typeof NOTICE_CHANNELS)[number]

/** `ALWAYS` cannot be switched off; ON and OFF are what a user has who has chosen nothing. */
export type ChannelRule = 'ALWAYS' | 'ON' | 'OFF'

/** Which group may go which way. A way that is not named is not offered. */
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
  /** Not even the ways of its group: the app alone shows it. */
  readonly appOnly?: true
  /** Of a group that may go by SMS, this is not worth one. */
  readonly noSms?: true
  /** Of a group that goes every way, this wakes nobody. */
  readonly byEmailAlone?: true
  /** It may be the work of a stranger: its messages say how to freeze the account. */
  readonly isWarning?: true
}

const warning = { group: 'SECURITY', isWarning: true } as const

/** Everything that users are told. Each kind has its sentences in `src/server/notifications/texts/`. */
export const NOTICE_RULES = {
  ORDER_FILLED: { group: 'ORDERS' },
  ORDER_PARTLY_FILLED: { group: 'ORDERS' },
  /** By its owner, who knows. */
  ORDER_CANCELLED: { group: 'ORDERS', appOnly: true },
  ORDER_CANCELLED_BY_OPERATOR: { group: 'ORDERS' },
  ORDER_EXPIRED: { group: 'ORDERS' },
  ORDER_TRIGGERED: { group: 'ORDERS' },
  /** In the place of many notices of one moment. */
  ORDERS_CHANGED: { group: 'ORDERS' },
  DEPOSIT_SEEN: { group: 'MONEY', noSms: true },
  DEPOSIT_CREDITED: { group: 'MONEY', noSms: true },
  DEPOSIT_FAILED: { group: 'MONEY', noSms: true },
  WITHDRAWAL_ASKED: { group: 'MONEY', isWarning: true },
  WITHDRAWAL_APPROVED: { group: 'MONEY', noSms: true },
  WITHDRAWAL_SENT: { group: 'MONEY' },
  WITHDRAWAL_CONFIRMED: { group: 'MONEY', noSms: true },
  WITHDRAWAL_REFUSED: { group: 'MONEY' },
  NEW_DEVICE: warning,
  /** A program that keeps no cookie is known by its network and name, which others may have. */
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
  /** The first one. */
  EMAIL_ADDED: warning,
  ACCOUNT_FROZEN: { group: 'SECURITY' },
  ACCOUNT_UNFROZEN: { group: 'SECURITY' },
  /** Of an operator, to that operator and to all admins. */
  OPERATOR_STOPPED: { group: 'SECURITY' },
  OPERATOR_KEYS_RENEWED: { group: 'SECURITY' },
  OPERATOR_FIRST_SIGN_IN: { group: 'SECURITY' },
  OPERATOR_LOOKS_USED_UP: { group: 'SECURITY' },
  /** To the operators on duty. */
  MAKER_STOPPED: { group: 'SECURITY' },
  MAKER_STRATEGY_SET: { group: 'SECURITY' },
  PROPOSAL_WAITS: { group: 'SECURITY' },
  IDENTITY_WAITS: { group: 'SECURITY' },
  VENDOR_FAULT: { group: 'SECURITY' },
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

/** A kind that is known by its words here. */
export const isNoticeKind = (kind: string): kind is NoticeKind => Object.hasOwn(NOTICE_RULES, kind)

const ruleOf = (kind: NoticeKind): NoticeRule => NOTICE_RULES[kind]

export const groupOf = (kind: NoticeKind): NoticeGroup => NOTICE_RULES[kind].group

/** It protects the account: it waits for no quiet hours. */
export const isUrgent = (kind: NoticeKind): boolean => groupOf(kind) === 'SECURITY' || isWarning(kind)

/** The kinds that may be the work of a stranger. */
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

/** How a user wants to be told. */
export interface NoticePreferences {
  /** What differs from the usual. */
  readonly choices: { readonly [group in NoticeGroup]?: { readonly [channel in NoticeChannelName]?: boolean } }
  /** Nothing but what is always told wakes the user between these. */
  readonly quietHours: QuietHours | undefined
  /** Whether amounts and prices stand in what a locked screen shows. */
  readonly showsAmounts: boolean
}

export const USUAL_PREFERENCES: NoticePreferences = { choices: {}, quietHours: undefined, showsAmounts: true }

/** Whether a group goes a way, as the user has chosen where there is a choice. */
export function isChosen(
  { choices }: Pick<NoticePreferences, 'choices'>,
  { group, channel }: { group: NoticeGroup; channel: NoticeChannelName },
): boolean {
  const rule = channelRuleOf(group, channel)
  if (rule === undefined || rule === 'ALWAYS') return rule === 'ALWAYS'
  return choices[group]?.[channel] ?? rule === 'ON'
}

/** The ways that a notice of this kind goes. */
export function channelsOf(kind: NoticeKind, preferences: Pick<NoticePreferences, 'choices'>): NoticeChannelName[] {
  const { group, appOnly, noSms, byEmailAlone } = ruleOf(kind)
  if (appOnly) return []
  const ways = byEmailAlone ? (['EMAIL'] as const) : NOTICE_CHANNELS
  return ways.filter((channel) => !(noSms && channel === 'SMS') && isChosen(preferences, { group, channel }))
}
