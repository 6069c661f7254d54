import { fireEvent, screen } from '@testing-library/react'
import { DeliveriesPage } from '#client/features/operations/deliveries/deliveries-page.tsx'
import { words as en } from '#client/locales/en/deliveries.ts'
import { words as fa } from '#client/locales/fa/deliveries.ts'
import { getOperator } from '#contract/operations.ts'
import {
  type approveDelivery,
  getDeliverySettings,
  getOperatorsDeliveries,
  type handOverDelivery,
  type prepareDelivery,
} from '#contract/operations-deliveries.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'
import { wireOperatorsDelivery } from '#tests/builders/wire-delivery.ts'
import { press } from './act.ts'
import type { Meeting } from './meet-refusals.tsx'
import type { Language } from './sentences.ts'

const WORDS = { fa, en }

interface Acting {
  readonly act: 'approve' | 'ready' | 'handOver'
  readonly giveReason: (language: Language) => Promise<void>
}

/** The act that the state of a delivery leaves. */
export const meetAtDelivery = (
  refused: typeof approveDelivery | typeof prepareDelivery | typeof handOverDelivery,
  { act, giveReason, ...differences }: Parameters<typeof wireOperatorsDelivery>[0] & Acting,
): Meeting => ({
  part: <DeliveriesPage />,
  refused,
  answers: [
    mockEndpoint(getOperator, {
      baseDTO: { id: '9', name: 'Sara', roles: ['ADMIN'], expiresAt: '2099-01-01T00:00:00Z' },
    }),
    mockEndpoint(getOperatorsDeliveries, { content: [wireOperatorsDelivery(differences)] }),
    mockEndpoint(getDeliverySettings, {
      baseDTO: {
        rules: { weightMin: '10', weightMax: '1000', weightStep: '5', feeFixed: '0', feePercent: '0', courier: true },
        branches: [],
      },
    }),
  ],
  act: async (language) => {
    const words = WORDS[language]
    await press(words[act].action)
    if (act === 'handOver')
      fireEvent.change(await screen.findByLabelText(words.handOver.code), { target: { value: '123456' } })
    await giveReason(language)
  },
})
