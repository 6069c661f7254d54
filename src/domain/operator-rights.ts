/** The roles of operators; one operator may have several. */
export const OPERATOR_ROLES = ['READ', 'SUPPORT', 'FINANCE', 'RISK', 'ADMIN'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/**
 * The roles that have each right; nothing else decides this. Every endpoint of the console names its right, the server checks it on every
 * call, and the screens hide actions that it would refuse.
 */
export const OPERATOR_RIGHTS = {
  /** Access to one's own session. */
  OWN_SESSION: OPERATOR_ROLES,
  /** The first page: waiting work, the figures of the day, the health of the system. */
  OVERVIEW_READ: OPERATOR_ROLES,
  /** Takes processes out of the balancer's rotation, and puts them back. */
  PROCESSES_DRAIN: ['ADMIN'],
  USERS_READ: OPERATOR_ROLES,
  /**
   * Shows mobile numbers, national codes, birth days, e-mail addresses, cards and Shebas in full. Other operators see them masked, and find
   * a customer by a complete value alone.
   */
  USERS_READ_PERSONAL: ['SUPPORT', 'RISK', 'ADMIN'],
  /** Freezes and unfreezes accounts and ends sessions. */
  USERS_PROTECT: ['SUPPORT', 'RISK', 'ADMIN'],
  /** Writes notes about a customer for other operators. */
  USERS_NOTE: ['SUPPORT', 'FINANCE', 'RISK', 'ADMIN'],
  /** Freezes an account for risk; only roles with this right can lift that. */
  USERS_FREEZE_FOR_RISK: ['RISK', 'ADMIN'],
  /** Proposes a permanent level. */
  USERS_SET_LEVEL: ['FINANCE', 'ADMIN'],
  /** Proposes a customer as a market maker with a credit line. */
  SUPERVISOR_PROPOSE: ['FINANCE', 'ADMIN'],
  IDENTITIES_READ: ['SUPPORT', 'RISK', 'ADMIN'],
  /** Views the photos of documents. */
  DOCUMENTS_READ: ['RISK', 'ADMIN'],
  DOCUMENTS_DELETE: ['RISK', 'ADMIN'],
  IDENTITIES_DECIDE: ['RISK', 'ADMIN'],
  MARKETS_READ: OPERATOR_ROLES,
  /** Halts and resumes markets. */
  MARKETS_HALT: ['RISK', 'ADMIN'],
  /** Changes hours, holidays, ticks and bands. */
  MARKETS_CHANGE: ['RISK', 'ADMIN'],
  MARKETS_ADD: ['ADMIN'],
  /** Stops networks of coins; proposes to open them, and other fees and bounds of coins. */
  COINS_CHANGE: ['FINANCE', 'RISK', 'ADMIN'],
  FEES_CHANGE: ['FINANCE', 'ADMIN'],
  /** Switches the market maker and sets its strategies; switching on, and leaving the small bounds, takes two. */
  MAKER_CHANGE: ['RISK', 'ADMIN'],
  ORDERS_READ: OPERATOR_ROLES,
  ORDERS_CANCEL: ['RISK', 'ADMIN'],
  WITHDRAWALS_READ: OPERATOR_ROLES,
  /**
   * Approves and refuses withdrawals, stops all of them, and proposes their limits and to open them again. Prepares deliveries of gold, hands
   * them over, and proposes their rules and branches.
   */
  WITHDRAWALS_DECIDE: ['FINANCE', 'RISK', 'ADMIN'],
  PROPOSALS_READ: OPERATOR_ROLES,
  /** Approves and refuses proposals; an approval also needs the right of the proposed change. */
  PROPOSALS_DECIDE: ['SUPPORT', 'FINANCE', 'RISK', 'ADMIN'],
  OPERATORS_READ: ['RISK', 'ADMIN'],
  /** Stops an operator immediately. */
  OPERATORS_STOP: ['RISK', 'ADMIN'],
  /** Proposes operators, their roles, new keys, and the return of a stopped operator. */
  OPERATORS_CHANGE: ['ADMIN'],
  AUDIT_READ: ['RISK', 'ADMIN'],
  /** Proposes to let money leave again after a restore. */
  RESTORE_CONFIRM: ['ADMIN'],
  BROADCAST: ['SUPPORT', 'ADMIN'],
  /** Sees the batches of Toman that leaves by bank, and the bank's statements. */
  PAYOUTS_READ: ['FINANCE', 'RISK', 'ADMIN'],
  /** Approves, sends and exports batches, imports statements; sending and giving back takes two. */
  PAYOUTS_SEND: ['FINANCE', 'ADMIN'],
  /** Exports reports, and proposes to publish a proof of liabilities beside that of the day. */
  REPORTS_EXPORT: ['FINANCE', 'RISK', 'ADMIN'],
  CONTENT_READ: OPERATOR_ROLES,
  /** Writes drafts. */
  CONTENT_CHANGE: ['SUPPORT', 'ADMIN'],
  /** Publishes drafts, rolls back, withdraws. */
  CONTENT_PUBLISH: ['ADMIN'],
  TICKETS_READ: ['READ', 'SUPPORT', 'RISK', 'ADMIN'],
  TICKETS_ANSWER: ['SUPPORT', 'ADMIN'],
} as const satisfies Record<string, readonly OperatorRole[]>

export type OperatorRight = keyof typeof OPERATOR_RIGHTS

/** Whether any of these roles has the right. */
export const hasRight = (roles: readonly OperatorRole[], right: OperatorRight): boolean =>
  OPERATOR_RIGHTS[right].some((role) => roles.includes(role))

export const PROPOSAL_KINDS = [
  'APPOINT_SUPERVISOR',
  'END_SUPERVISOR',
  'ADD_OPERATOR',
  'REMOVE_OPERATOR',
  'CHANGE_ROLES',
  'CHANGE_MARKET',
  'CHANGE_LEVEL',
  'ADD_COIN',
  'CHANGE_COIN',
  'OPEN_NETWORK',
  'ADD_MARKET',
  'END_MARKET',
  'BROADCAST',
  'SET_STRATEGY',
  'SWITCH_MAKER_ON',
  'SET_HOLIDAY',
  'SET_LEVEL',
  'PUBLISH_TEXT',
  'VERIFY_CARD',
  'LET_OPERATOR_IN',
  'RENEW_OPERATOR_KEYS',
  'SEND_PAYOUTS',
  'RETURN_PAYOUT',
  'CHANGE_WITHDRAWAL_RULES',
  'BOOK_OWN_TRANSFER',
  'BOOK_COLD_PAYMENT',
  'CREDIT_HELD_DEPOSIT',
  'KEEP_HELD_DEPOSIT',
  'CHANGE_DELIVERY_RULES',
  'SET_DELIVERY_BRANCH',
  'RETURN_DELIVERY',
  'UNLOCK_DELIVERY',
  'PUBLISH_LIABILITIES',
  'CONFIRM_RESTORE',
  'BOOK_LOST_PAYMENT',
] as const
export type ProposalKind = (typeof PROPOSAL_KINDS)[number]

/** Why a proposal ended without a decision. */
export const PROPOSAL_ENDS = ['PROPOSER_STOPPED', 'PROPOSER_REMOVED'] as const
export type ProposalEnd = (typeof PROPOSAL_ENDS)[number]

/** The actions that take two operators, with the right that both need. */
export const RIGHTS_OF_PROPOSALS: Readonly<Record<ProposalKind, OperatorRight>> = {
  APPOINT_SUPERVISOR: 'SUPERVISOR_PROPOSE',
  END_SUPERVISOR: 'SUPERVISOR_PROPOSE',
  ADD_OPERATOR: 'OPERATORS_CHANGE',
  REMOVE_OPERATOR: 'OPERATORS_CHANGE',
  CHANGE_ROLES: 'OPERATORS_CHANGE',
  CHANGE_MARKET: 'MARKETS_CHANGE',
  CHANGE_LEVEL: 'FEES_CHANGE',
  ADD_COIN: 'MARKETS_ADD',
  CHANGE_COIN: 'COINS_CHANGE',
  OPEN_NETWORK: 'COINS_CHANGE',
  ADD_MARKET: 'MARKETS_ADD',
  END_MARKET: 'MARKETS_ADD',
  BROADCAST: 'BROADCAST',
  SET_STRATEGY: 'MAKER_CHANGE',
  SWITCH_MAKER_ON: 'MAKER_CHANGE',
  SET_HOLIDAY: 'MARKETS_CHANGE',
  SET_LEVEL: 'USERS_SET_LEVEL',
  PUBLISH_TEXT: 'CONTENT_PUBLISH',
  VERIFY_CARD: 'IDENTITIES_DECIDE',
  LET_OPERATOR_IN: 'OPERATORS_CHANGE',
  RENEW_OPERATOR_KEYS: 'OPERATORS_CHANGE',
  SEND_PAYOUTS: 'PAYOUTS_SEND',
  RETURN_PAYOUT: 'PAYOUTS_SEND',
  CHANGE_WITHDRAWAL_RULES: 'WITHDRAWALS_DECIDE',
  BOOK_OWN_TRANSFER: 'PAYOUTS_SEND',
  BOOK_COLD_PAYMENT: 'WITHDRAWALS_DECIDE',
  CREDIT_HELD_DEPOSIT: 'WITHDRAWALS_DECIDE',
  KEEP_HELD_DEPOSIT: 'WITHDRAWALS_DECIDE',
  CHANGE_DELIVERY_RULES: 'WITHDRAWALS_DECIDE',
  SET_DELIVERY_BRANCH: 'WITHDRAWALS_DECIDE',
  RETURN_DELIVERY: 'WITHDRAWALS_DECIDE',
  UNLOCK_DELIVERY: 'WITHDRAWALS_DECIDE',
  PUBLISH_LIABILITIES: 'REPORTS_EXPORT',
  CONFIRM_RESTORE: 'RESTORE_CONFIRM',
  BOOK_LOST_PAYMENT: 'RESTORE_CONFIRM',
}

/** Who froze an account: its customer, support, or risk. */
export const FREEZE_KINDS = ['OWN', 'SUPPORT', 'RISK'] as const
export type FreezeKind = (typeof FREEZE_KINDS)[number]

/** The kind of a freeze by an operator with these roles. */
export const freezeKindOf = (roles: readonly OperatorRole[]): Exclude<FreezeKind, 'OWN'> =>
  hasRight(roles, 'USERS_FREEZE_FOR_RISK') ? 'RISK' : 'SUPPORT'

/** Whether a freeze replaces another: a freeze for risk replaces any other. */
export const outranks = (kind: FreezeKind, present: FreezeKind | undefined): boolean =>
  present === undefined || (kind === 'RISK' && present !== 'RISK')

/** Whether an operator may lift a freeze: a freeze for risk needs the right to freeze for risk. */
export const mayUnfreeze = (roles: readonly OperatorRole[], kind: FreezeKind): boolean =>
  hasRight(roles, kind === 'RISK' ? 'USERS_FREEZE_FOR_RISK' : 'USERS_PROTECT')

/** How an operator verified that the customer asks to end their own freeze. */
export const OWNER_CHECKS = ['CALL_BACK', 'VIDEO_CALL', 'DOCUMENT', 'IN_PERSON'] as const
export type OwnerCheck = (typeof OWNER_CHECKS)[number]

/** Changing operators and their roles takes two admins, so there must never be fewer. */
export const ADMINS_MIN = 2

export const isOperatorRole = (text: string): text is OperatorRole => OPERATOR_ROLES.some((role) => role === text)

/** The same roles in the order of the table, without duplicates. */
export const sortRoles = (roles: readonly OperatorRole[]): OperatorRole[] =>
  OPERATOR_ROLES.filter((role) => roles.includes(role))
