export type SandboxTransferState = 'IN_PROGRESS' | 'TRANSFERRED' | 'CANCELLED' | 'FAILED' | 'MANUALLY_FAILED'

/** The ending of a transfer of a magic amount; any other is paid after some seconds. */
export type MagicEnding =
  | 'fails'
  | 'is-cancelled'
  /** FAILED first, and TRANSFERRED later. */
  | 'fails-and-pays'
  /** TRANSFERRED first, and MANUALLY_FAILED later: the receiver's bank has sent the money back. */
  | 'comes-back'
  /** Taken, but the answer never comes. */
  | 'times-out'
  /** Taken, but answered with a server error. */
  | 'breaks'
  /** Not taken the first time, and that answer never comes. */
  | 'is-lost'
  | 'is-refused'

/** The last four digits of the amount in Rial. */
export const MAGIC_AMOUNTS: readonly {
  readonly rial: bigint
  readonly ending: MagicEnding
  readonly fa: string
  readonly en: string
}[] = [
  { rial: 1_110n, ending: 'fails', fa: 'پس از چند ثانیه ناموفق می‌شود', en: 'fails after some seconds' },
  { rial: 2_220n, ending: 'fails-and-pays', fa: 'اول ناموفق می‌شود و بعد واریز', en: 'says failed, and pays later' },
  { rial: 3_330n, ending: 'times-out', fa: 'پذیرفته می‌شود، بی‌پاسخ', en: 'is taken, without an answer' },
  { rial: 4_440n, ending: 'is-cancelled', fa: 'لغو می‌شود', en: 'is cancelled' },
  { rial: 5_550n, ending: 'breaks', fa: 'پذیرفته می‌شود، با پاسخ خطا', en: 'is taken, and answered with an error' },
  {
    rial: 6_660n,
    ending: 'is-lost',
    fa: 'بار اول به درگاه نمی‌رسد، بی‌پاسخ',
    en: 'never arrives the first time, without an answer',
  },
  { rial: 8_880n, ending: 'comes-back', fa: 'اول واریز می‌شود و بعد برمی‌گردد', en: 'is paid, and sent back later' },
  { rial: 7_770n, ending: 'is-refused', fa: 'پذیرفته نمی‌شود', en: 'is refused' },
]

const MAGIC_PART = 10_000n

export const endingOf = (amountRial: bigint): MagicEnding | undefined =>
  MAGIC_AMOUNTS.find(({ rial }) => amountRial % MAGIC_PART === rial)?.ending

export interface NewTransfer {
  readonly transferId: string
  readonly batchId: string
  readonly destination: string
  readonly amountRial: bigint
}

export interface SandboxTransfer extends NewTransfer {
  readonly state: SandboxTransferState
  /** The bank's reference, once it is paid. */
  readonly bankTransferId: string | undefined
}

export interface SandboxTransfers {
  has(transferId: string): boolean
  /** Loses transfers on their way. @returns false if each was lost before */
  lose(transferIds: readonly string[]): boolean
  take(transfers: readonly NewTransfer[]): void
  find(transferId: string): SandboxTransfer | undefined
  /** All of them, newest first. */
  list(): readonly SandboxTransfer[]
}

const TRANSFERS_MAX = 10_000

interface Taken extends NewTransfer {
  readonly takenAt: number
  readonly number: number
}

/** The vendor's transfers, in memory; the oldest are dropped first. States follow from the amount and the time since a transfer was taken. */
export function createSandboxTransfers({
  now,
  paysAfterMs,
  paysLateAfterMs,
}: {
  readonly now: () => Date
  readonly paysAfterMs: number
  /** The time after which a transfer of some magic amounts turns: FAILED is TRANSFERRED, or TRANSFERRED is sent back. */
  readonly paysLateAfterMs: number
}): SandboxTransfers {
  const taken = new Map<string, Taken>()
  const lost = new Set<string>()
  let number = 140_500_000

  const show = ({ takenAt, number: own, ...transfer }: Taken): SandboxTransfer => {
    const state = stateAfter(now().getTime() - takenAt, endingOf(transfer.amountRial))
    return { ...transfer, state, bankTransferId: state === 'TRANSFERRED' ? String(own) : undefined }
  }
  const stateAfter = (ageMs: number, ending: MagicEnding | undefined): SandboxTransferState => {
    if (ageMs < paysAfterMs) return 'IN_PROGRESS'
    if (ending === 'fails') return 'FAILED'
    if (ending === 'is-cancelled') return 'CANCELLED'
    if (ending === 'comes-back') return ageMs < paysLateAfterMs ? 'TRANSFERRED' : 'MANUALLY_FAILED'
    if (ending === 'fails-and-pays') return ageMs < paysLateAfterMs ? 'FAILED' : 'TRANSFERRED'
    return 'TRANSFERRED'
  }

  return {
    has: (transferId) => taken.has(transferId),
    lose(transferIds) {
      const isFirst = transferIds.some((transferId) => !lost.has(transferId))
      for (const transferId of transferIds) lost.add(transferId)
      return isFirst
    },
    take(transfers) {
      for (const transfer of transfers) {
        number += 1
        taken.set(transfer.transferId, { ...transfer, takenAt: now().getTime(), number })
        const [oldest] = taken.keys()
        if (taken.size > TRANSFERS_MAX && oldest !== undefined) taken.delete(oldest)
      }
    },
    find(transferId) {
      const transfer = taken.get(transferId)
      return transfer && show(transfer)
    },
    list: () => [...taken.values()].reverse().map(show),
  }
}
