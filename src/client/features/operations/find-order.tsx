import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useOrderName } from '#client/entities/order/use-order-name.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { actorName } from '#contract/audit-text.ts'
import type { Reply } from '#contract/endpoint.ts'
import { cancelAnyOrder, getAnyOrder } from '#contract/operations-markets.ts'
import { useMay } from './allowed.tsx'
import { CancelOrderSheet } from './user-acts.tsx'

type Found = Reply<typeof getAnyOrder>['baseDTO']

const DIGITS_MAX = 15

/** Finds any customer's order by its number, in order to cancel it. */
export function FindOrder() {
  const { t } = useTranslation('operations')
  const { t: ofDesk } = useTranslation('desk')
  const sentenceOf = useSentenceOf()
  const [id, setId] = useState('')
  const [checked, setChecked] = useState(false)
  const find = useMutation({
    mutationFn: async () => (await callApi(getAnyOrder, { params: { id } })).baseDTO,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (id !== '') find.mutate()
  }
  return (
    <Section title={t('order.find')}>
      <chakra.form display="flex" flexWrap="wrap" alignItems="flex-end" gap="3" noValidate onSubmit={submit}>
        <chakra.div flex="1" minWidth="12rem" maxWidth="20rem">
          <DigitsField
            label={t('order.id')}
            value={id}
            lengthMax={DIGITS_MAX}
            onChange={setId}
            problem={checked && id === '' ? ofDesk('order.missing') : undefined}
          />
        </chakra.div>
        <Button type="submit" variant="quiet" loading={find.isPending}>
          {t('order.show')}
        </Button>
      </chakra.form>
      {find.isError && (
        <chakra.div marginTop="3">
          <Notice tone="error">{sentenceOf(find.error)}</Notice>
        </chakra.div>
      )}
      {find.data && <FoundOrder found={find.data} onCancelled={() => find.mutate()} />}
    </Section>
  )
}

function FoundOrder({ found: { order, owner }, onCancelled }: { found: Found; onCancelled: () => void }) {
  const { t } = useTranslation('operations')
  const { t: ofDesk } = useTranslation('desk')
  const { t: ofOrders } = useTranslation('orders')
  const nameOf = useOrderName()
  const { unitOf } = useCoins()
  const language = useLanguage()
  const mayCancel = useMay()(cancelAnyOrder)
  const [cancelling, setCancelling] = useState(false)
  const isOpen = order.orderStatus === 'IS_OPEN' || order.orderStatus === 'PENDING'
  const close = () => {
    setCancelling(false)
    onCancelled()
  }
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="4" marginTop="4">
      <chakra.span fontWeight="semibold">{nameOf(order)}</chakra.span>
      <span>
        {order.orderStatus === 'CANCELLED_BY_USER' ? ofDesk('order.byOwner') : ofOrders(`status.${order.orderStatus}`)}
      </span>
      <span>
        {ofDesk('order.filled')} <DecimalText value={order.executedAmount} unit={unitOf(order.destinationCoin)} />
      </span>
      <DateText at={order.createdAtDateTime} />
      {owner.systemName ? (
        <bdi>{actorName(owner.systemName, language)}</bdi>
      ) : (
        <PlainLink to="/operations/users/$userId" params={{ userId: owner.id }} color="gold">
          <bdi>{owner.name || owner.mobileNumber}</bdi>
        </PlainLink>
      )}
      {isOpen && mayCancel && (
        <Button size="sm" variant="danger" onClick={() => setCancelling(true)}>
          {t('act.cancelOrder.action')}
        </Button>
      )}
      {cancelling && <CancelOrderSheet order={order} onClose={close} />}
    </chakra.div>
  )
}
