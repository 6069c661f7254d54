import { KNOWN_NETWORKS, type KnownNetwork } from './networks.ts'
import type { Amount } from './units.ts'

/** The ledger accounts of the exchange itself that exist once. Users have positive ids. */
export const SYSTEM_ACCOUNT = { fees: -1, otcInventory: -3, creditLine: -6 } as const

/** The place of a gateway in this list is its number in the ledger: new ones are added at the end. */
export const PAYMENT_GATEWAYS = ['ZARINPAL', 'VANDAR'] as const
export type PaymentGateway = (typeof PAYMENT_GATEWAYS)[number]

/** Bank accounts of the exchange are numbered. */
const BANK_ACCOUNTS = Array.from({ length: 99 }, (_, i) => String(i + 1))

/**
 * The accounts of each network, gateway and bank account. Their number is a hundred and the place in the list of names. The first five
 * mirror money outside and stand below zero: by the coins in the hot and the cold wallet, by the Toman at a gateway or a bank, and by the
 * network fees that the exchange has paid. The others hold network fees charged to customers, deposits that belong to nobody known or are
 * too small to credit, what has left one user and not yet arrived at another, and the gold that was handed over as metal with the fees for it.
 */
const ACCOUNTS = [
  { role: 'hot', hundred: 100, names: KNOWN_NETWORKS },
  { role: 'cold', hundred: 200, names: KNOWN_NETWORKS },
  { role: 'feesPaid', hundred: 300, names: KNOWN_NETWORKS },
  { role: 'gateway', hundred: 400, names: PAYMENT_GATEWAYS },
  { role: 'bank', hundred: 500, names: BANK_ACCOUNTS },
  { role: 'feesCharged', hundred: 1_100, names: KNOWN_NETWORKS },
  { role: 'suspense', hundred: 1_200, names: [...KNOWN_NETWORKS, 'BANK'] },
  { role: 'transit', hundred: 1_300, names: ['USER'] },
  { role: 'delivered', hundred: 1_400, names: ['GOLD'] },
  { role: 'deliveryFees', hundred: 1_500, names: ['GOLD'] },
] as const

export type AccountRole = (typeof ACCOUNTS)[number]['role'] | keyof typeof SYSTEM_ACCOUNT

/** An account through which money comes, leaves or waits: "hot/TRC20", "bank/2". */
export type LedgerAccount =
  | 'creditLine'
  | `${'hot' | 'cold' | 'feesPaid' | 'feesCharged'}/${KnownNetwork}`
  | `suspense/${KnownNetwork | 'BANK'}`
  | 'transit/USER'
  | `${'delivered' | 'deliveryFees'}/GOLD`
  | `gateway/${PaymentGateway}`
  | `bank/${number}`

/** The places of the exchange's Toman: its gateways, its own bank account, and the one that the gateway of payouts pays from. */
export const TOMAN_ACCOUNTS = ['gateway/ZARINPAL', 'gateway/VANDAR', 'bank/1', 'bank/2'] as const

interface SystemAccount {
  readonly ownerId: number
  readonly role: AccountRole
  /** The network, gateway or bank account; absent for an account that exists once. */
  readonly of?: string
}

const SYSTEM_ACCOUNTS: readonly SystemAccount[] = [
  { ownerId: SYSTEM_ACCOUNT.fees, role: 'fees' },
  { ownerId: SYSTEM_ACCOUNT.otcInventory, role: 'otcInventory' },
  { ownerId: SYSTEM_ACCOUNT.creditLine, role: 'creditLine' },
  ...ACCOUNTS.flatMap(({ role, hundred, names }) => names.map((of, i) => ({ ownerId: -(hundred + i + 1), role, of }))),
]

const BY_OWNER: ReadonlyMap<number, SystemAccount> = new Map(SYSTEM_ACCOUNTS.map((each) => [each.ownerId, each]))

const OWNER_IDS: ReadonlyMap<string, number> = new Map(
  SYSTEM_ACCOUNTS.map(({ ownerId, role, of }) => [of === undefined ? role : `${role}/${of}`, ownerId]),
)

export const isLedgerAccount = (name: string): name is LedgerAccount => OWNER_IDS.has(name)

/** The number of an account, under which its postings are written. @throws Error if the ledger has no such account */
export function ownerIdOf(account: LedgerAccount): number {
  const ownerId = OWNER_IDS.get(account)
  if (ownerId === undefined) throw new Error(`the ledger has no account ${account}`)
  return ownerId
}

/** The account of the exchange with this number. */
export const accountOf = (ownerId: number): SystemAccount | undefined => BY_OWNER.get(ownerId)

/** The numbers of all accounts of these roles; of all accounts without roles. */
export const ownersOf = (...roles: readonly AccountRole[]): number[] =>
  SYSTEM_ACCOUNTS.flatMap(({ ownerId, role }) => (roles.length === 0 || roles.includes(role) ? [ownerId] : []))

/** Whether it is an account of money outside: of a wallet, a bank, a gateway, or of the network fees paid from them. */
export const isOutside = (ownerId: number): boolean => ownerId <= -100 && ownerId > -1_000

/** Whether an account may fall below zero: it mirrors what is outside, or what the exchange lends. The table `balances` checks the same. */
export const mayGoNegative = (ownerId: number): boolean => ownerId <= -4 && ownerId > -1_000

export type Bucket = 'available' | 'blocked'

/** The balance of one owner in one coin. */
export interface Balance {
  readonly ownerId: number
  readonly coinId: number
  readonly available: Amount
  readonly blocked: Amount
}

/**
 * The kinds of entries. A sweep moves coins between the exchange's own wallets, a fee is one that a network took of them, and a correction
 * makes the books agree with what is outside.
 */
export const ENTRY_KINDS = [
  'credit',
  'hold',
  'release',
  'settle',
  'quick_trade',
  'order',
  'cancel',
  'expire',
  'amend',
  'sweep',
  'fee',
  'correction',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** One command's movement of money: its postings sum to zero per coin. */
export interface Entry {
  readonly seq: number
  readonly kind: EntryKind
  /** Its cause: the reference of a payment or a hold, or `order:` and an order's id. */
  readonly reference: string
  readonly at: number
}

/** The name of a payment, a hold or a transfer, which no other of its kind may ever have. */
export interface Reference {
  readonly kind: Extract<EntryKind, 'credit' | 'hold' | 'sweep' | 'fee' | 'correction'>
  readonly reference: string
}

/** The change of one balance by an entry. */
export interface Posting {
  readonly seq: number
  readonly ownerId: number
  readonly coinId: number
  readonly bucket: Bucket
  readonly amount: bigint
}

/** Money set aside outside the book. It may leave in several settlements. */
export interface Hold {
  readonly reference: string
  readonly userId: number
  readonly coinId: number
  readonly amount: Amount
  /** The part of the amount that has left. Once the hold has ended, the rest is back with its user. */
  readonly settled: Amount
  /** SETTLED: it has ended, and some of it has left. */
  readonly status: 'HELD' | 'RELEASED' | 'SETTLED'
}

/** The address to which coins are sent on the chain, or the Sheba to which Toman are sent by the bank. */
export interface Destination {
  readonly tokenType: string
  readonly address: string
  /** The tag or memo that belongs to the address, on networks that have one. */
  readonly tag?: string | undefined
  /** The part of the sent amount that the network takes. */
  readonly networkFee: Amount
}

/** Coins or Toman that are to leave for an outside address; until then the hold with the same reference keeps them. */
export interface Withdrawal extends Destination {
  readonly id: number
  readonly userId: number
  readonly coinId: number
  readonly amount: Amount
  readonly holdReference: string
  /** The quick trade that bought the coins, if one did. */
  readonly orderId: number | undefined
  /** In base units of Toman when it was requested. */
  readonly worth: Amount
  /** How many operators must approve it before it is sent. */
  readonly approvalsNeeded: 0 | 1 | 2
  readonly at: number
}
