import type { getDeliveries, getDeliveryTerms } from '#contract/deliveries.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { getOperatorsDeliveries } from '#contract/operations-deliveries.ts'

type Delivery = Reply<typeof getDeliveries>['content'][number]
type OperatorsDelivery = Reply<typeof getOperatorsDeliveries>['content'][number]

const BRANCH = { id: '1', name: 'شعبهٔ تهران', address: 'خیابان نمونه، پلاک ۱', hours: 'شنبه تا چهارشنبه، ۹ تا ۱۵' }

export const WIRE_DELIVERY_TERMS: Reply<typeof getDeliveryTerms>['baseDTO'] = {
  ...{ weightMin: '10', weightMax: '1000', weightStep: '5', feeFixed: '0.05', feePercent: '0.5' },
  ...{ branches: [BRANCH], courier: true, recipientName: 'مینا کریمی', heldUntilDateTime: null },
}

const PLACE: Delivery['place'] = { kind: 'BRANCH', ...BRANCH }

const STATE: Delivery['state'] = 'REQUESTED'
const FACTS = {
  ...{ id: '7', weight: '10', fee: '0.1', place: PLACE, state: STATE },
  ...{ trackingNumber: null, endReason: null, createdAtDateTime: '2026-11-22T12:00:00.000Z', endedAtDateTime: null },
} as const

/** A delivery of ten grams at the branch, as its user sees it. */
export const wireDelivery = (differences: Partial<Delivery> = {}): Delivery => ({
  ...FACTS,
  ...{ cancellable: true, code: null },
  ...differences,
})

/** The same as operators see it. */
export const wireOperatorsDelivery = (differences: Partial<OperatorsDelivery> = {}): OperatorsDelivery => ({
  ...FACTS,
  ...{ userId: '42', userName: 'مینا کریمی', level: 'VIP_1', hidesAddress: false, worth: '95000000' },
  ...{ approvalsNeeded: 1, approvedBy: [], isApprovedByMe: false, waitingSince: null, locked: false },
  ...differences,
})
