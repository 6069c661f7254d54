import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { callApi } from '#client/lib/call-api.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import {
  approveDelivery,
  handOverDelivery,
  prepareDelivery,
  proposeDeliveryReturn,
  proposeDeliveryUnlock,
  refuseDelivery,
  TRACKING_LENGTH_MAX,
} from '#contract/operations-deliveries.ts'
import { GOLD } from '#domain/coin.ts'
import { HAND_OVER_DIGITS } from '#domain/delivery.ts'
import { ActSheet } from '../act-sheet.tsx'
import type { OperatorsDelivery } from './deliveries.queries.ts'

export type DeliveryAct = 'approve' | 'refuse' | 'ready' | 'handOver' | 'giveBack' | 'unlock'

interface SheetProps {
  readonly delivery: OperatorsDelivery
  readonly onClose: () => void
}

/** The sheet of one act on a delivery. */
export function DeliverySheet({ act, ...props }: SheetProps & { act: DeliveryAct }) {
  switch (act) {
    case 'approve':
      return <ApproveSheet {...props} />
    case 'refuse':
      return <RefuseSheet {...props} />
    case 'ready':
      return <ReadySheet {...props} />
    case 'handOver':
      return <HandOverSheet {...props} />
    case 'giveBack':
    case 'unlock':
      return <ProposalSheet {...props} act={act} />
  }
}

/** Which gold, and for whom. */
function Subject({ delivery: { weight, userName }, children }: { delivery: OperatorsDelivery; children?: ReactNode }) {
  const { billed } = useCoins()
  return (
    <>
      <chakra.strong display="block">
        <DecimalText value={weight} {...billed(GOLD)} /> · <bdi>{userName}</bdi>
      </chakra.strong>
      {children}
    </>
  )
}

function ApproveSheet({ delivery, onClose }: SheetProps) {
  const { t } = useTranslation('deliveries')
  const { id } = delivery
  return (
    <ActSheet
      title={t('approve.title')}
      text={<Subject delivery={delivery} />}
      yes={t('approve.title')}
      done={t('approve.done')}
      act={(reason) => callApi(approveDelivery, { params: { id }, body: { reason } })}
      onClose={onClose}
    />
  )
}

function RefuseSheet({ delivery, onClose }: SheetProps) {
  const { t } = useTranslation('deliveries')
  const { id } = delivery
  return (
    <ActSheet
      title={t('refuse.title')}
      text={<Subject delivery={delivery} />}
      yes={t('refuse.title')}
      done={t('refuse.done')}
      variant="danger"
      reasonLabel={t('refuse.reason')}
      act={(reason) => callApi(refuseDelivery, { params: { id }, body: { reason } })}
      onClose={onClose}
    />
  )
}

/** The gold lies at the branch, or the courier has it, whose number is asked for. */
function ReadySheet({ delivery, onClose }: SheetProps) {
  const { t } = useTranslation('deliveries')
  const [number, setNumber] = useState('')
  const { id, place } = delivery
  const isShipped = place.kind === 'COURIER'
  const trackingNumber = number.trim()
  const isMissing = isShipped && trackingNumber === ''
  return (
    <ActSheet
      title={t(isShipped ? 'ready.shipTitle' : 'ready.title')}
      text={<Subject delivery={delivery}>{t('ready.text')}</Subject>}
      yes={t(isShipped ? 'ready.ship' : 'ready.action')}
      done={t('ready.done')}
      problem={isMissing}
      act={(reason) =>
        callApi(prepareDelivery, { params: { id }, body: { reason, ...(isShipped && { trackingNumber }) } })
      }
      onClose={onClose}
    >
      {({ checked }) =>
        isShipped && (
          <TextField
            label={t('ready.tracking')}
            ltr
            maxLength={TRACKING_LENGTH_MAX}
            value={number}
            onChange={setNumber}
            problem={checked && isMissing ? t('ready.missing') : undefined}
          />
        )
      }
    </ActSheet>
  )
}

/** The code on the screen of the person at the counter: without it nothing is handed over. */
function HandOverSheet({ delivery, onClose }: SheetProps) {
  const { t } = useTranslation('deliveries')
  const [code, setCode] = useState('')
  const { id } = delivery
  const isMissing = code.length !== HAND_OVER_DIGITS
  return (
    <ActSheet
      title={t('handOver.title')}
      text={<Subject delivery={delivery}>{t('handOver.text')}</Subject>}
      yes={t('handOver.action')}
      done={t('handOver.done')}
      problem={isMissing}
      act={(reason) => callApi(handOverDelivery, { params: { id }, body: { code, reason } })}
      onClose={onClose}
    >
      {({ checked }) => (
        <DigitsField
          label={t('handOver.code')}
          autoComplete="off"
          lengthMax={HAND_OVER_DIGITS}
          value={code}
          onChange={setCode}
          problem={checked && isMissing ? t('handOver.missing') : undefined}
        />
      )}
    </ActSheet>
  )
}

const PROPOSALS = {
  giveBack: { endpoint: proposeDeliveryReturn, kind: 'RETURN_DELIVERY' },
  unlock: { endpoint: proposeDeliveryUnlock, kind: 'UNLOCK_DELIVERY' },
} as const

/** A proposal for a second operator: to give gold back that never reached its user, or to open a locked hand-over again. */
function ProposalSheet({ act, delivery, onClose }: SheetProps & { act: keyof typeof PROPOSALS }) {
  const { t } = useTranslation('deliveries')
  const { id } = delivery
  const { endpoint, kind } = PROPOSALS[act]
  return (
    <ActSheet
      title={t(`${act}.title`)}
      text={<Subject delivery={delivery}>{t(`${act}.text`)}</Subject>}
      yes={t('propose')}
      done={t('proposed')}
      proposes={{ kind, subject: id }}
      act={(reason) => callApi(endpoint, { params: { id }, body: { reason } })}
      onClose={onClose}
    />
  )
}
