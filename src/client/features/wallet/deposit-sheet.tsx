import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coinsQuery } from '#client/entities/coin/coins.queries.ts'
import { useBoundSentence } from '#client/entities/coin/use-bound-sentence.ts'
import { useIntention } from '#client/lib/use-intention.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { UnknownOutcome } from '#client/ui/unknown-outcome.tsx'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { TOMAN_DECIMALS } from '#domain/coin.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { amount as amountOf } from '#domain/units.ts'
import {
  beginDeposit,
  cardsQuery,
  DEPOSIT,
  type DepositOptions,
  DepositTerms,
  depositOptionsQuery,
  maskCard,
  paymentIn,
  typedDeposit,
} from './deposit.queries.ts'
import { DepositFields } from './deposit-fields.tsx'
import { type DepositBounds, type DepositForm, validateDeposit } from './deposit-form.logic.ts'
import { WithdrawalsClosed } from './withdrawals-closed.tsx'

interface DepositSheetProps {
  /** The amount to start with, as after a failed payment. */
  readonly amount?: string | undefined
  readonly inAddress?: boolean
  readonly onClose: () => void
}

/** The amount and the card of a payment; the gateway's own page follows. */
export function DepositSheet({ amount, inAddress = false, onClose }: DepositSheetProps) {
  const { t } = useTranslation('wallet')
  const toman = useQuery(coinsQuery()).data?.get('TOMAN')
  const query = useQuery(cardsQuery())
  const cards = query.data
  const options = useQuery(depositOptionsQuery())
  const deposit = useDeposit(cards ?? [])
  const { sending, outcome, outcomeUnknown } = deposit
  const [form, setForm] = useState<DepositForm>(() => ({
    amount: deposit.terms?.amount ?? amount ?? typedDeposit.read() ?? '',
    card: '',
    gateway: undefined,
  }))
  const change = (next: DepositForm) => {
    setForm(next)
    typedDeposit.keep(next.amount)
  }
  const [attempted, setAttempted] = useState(false)
  const kept = cards?.find(({ cardNumber }) => maskCard(cardNumber) === deposit.terms?.card)
  const only = cards?.length === 1 ? cards[0] : undefined
  const card = form.card || (kept ?? only)?.cardNumber || ''
  const gateway = offeredOf(options.data, form.gateway ?? deposit.terms?.gateway)
  const chosen = { ...form, card, gateway }
  const bounds: DepositBounds = {
    decimals: toman?.decimals ?? TOMAN_DECIMALS,
    min: toman?.depositMin,
    max: toman?.depositMax,
    dayLeft: dayLeftOf(options.data),
  }
  const problems = validateDeposit(chosen, bounds)
  const leaving = sending || (outcome !== undefined && !deposit.wasLost)
  const submit = () => {
    setAttempted(true)
    if (outcome) return location.assign(outcome.redirectSite)
    if (outcomeUnknown) return deposit.accept()
    if (Object.keys(problems).length > 0 || leaving || !gateway) return
    deposit.begin({ amount: form.amount, card: maskCard(card), gateway })
  }
  if (cards?.length === 0) return <NoCardSheet inAddress={inAddress} onClose={onClose} />
  return (
    <Sheet open title={t('deposit.title')} inAddress={inAddress} onClose={onClose} dismissible={!leaving}>
      <Form
        onSubmit={() => {
          submit()
        }}
      >
        <QueryView query={cards ? options : query} data={cards && options.data} rows={4}>
          {(offered) => (
            <DepositFields
              form={chosen}
              bounds={bounds}
              cards={cards ?? []}
              options={offered}
              problems={visible({ problems, form, attempted })}
              disabled={leaving || outcomeUnknown || outcome !== undefined}
              onChange={change}
            />
          )}
        </QueryView>
        <WithdrawalsClosed />
        <DepositAnswer
          deposit={deposit}
          ready={cards !== undefined && (gateway ?? deposit.terms) !== undefined}
          leaving={leaving}
        />
      </Form>
    </Sheet>
  )
}

function NoCardSheet({ inAddress, onClose }: Required<Pick<DepositSheetProps, 'inAddress' | 'onClose'>>) {
  const { t } = useTranslation('wallet')
  return (
    <Sheet open title={t('deposit.title')} inAddress={inAddress} onClose={onClose}>
      <chakra.div display="grid" gap="4">
        <Notice tone="info" action={<TextLink to="/profile/account">{t('deposit.noCard.action')}</TextLink>}>
          {t('deposit.noCard.text')}
        </Notice>
        <WithdrawalsClosed />
      </chakra.div>
    </Sheet>
  )
}

type DepositAnswerProps = { deposit: ReturnType<typeof useDeposit>; ready: boolean; leaving: boolean }

/** The outcome of the last press, and the button for the next one. */
function DepositAnswer({ deposit, ready, leaving }: DepositAnswerProps) {
  const { t } = useTranslation('wallet')
  const { t: ofUi } = useTranslation('ui')
  const boundSentence = useBoundSentence()
  const { outcome, outcomeUnknown, inquiry } = deposit
  return (
    <>
      {deposit.refusal && (
        <Notice tone="error" urgent>
          {boundSentence(deposit.refusal)}
        </Notice>
      )}
      {outcomeUnknown && <UnknownOutcome inquiry={inquiry} />}
      {deposit.wasLost && outcome && <Notice tone="success">{t('deposit.ready')}</Notice>}
      <ServerButton
        type="submit"
        size="lg"
        full
        loading={leaving || (outcomeUnknown && inquiry === 'asking')}
        disabled={!ready}
      >
        {leaving ? t('deposit.leaving') : outcomeUnknown ? t('deposit.again') : t('deposit.submit')}
      </ServerButton>
      {outcomeUnknown && (
        <Button variant="quiet" full onClick={deposit.dismiss}>
          {ofUi('unknown.leave')}
        </Button>
      )}
    </>
  )
}

/** The chosen gateway while it works, otherwise the first that does. */
const offeredOf = (options: DepositOptions | undefined, chosen: DepositForm['gateway']) =>
  (options?.gateways.find(({ paymentGateway }) => paymentGateway === chosen) ?? options?.gateways[0])?.paymentGateway

function dayLeftOf(options: DepositOptions | undefined): DepositBounds['dayLeft'] {
  const units = options && parseDecimal(options.dayLeft, TOMAN_DECIMALS)
  return units === undefined ? undefined : amountOf(units)
}

/** A payment from the button to the gateway. If the answer was lost but the payment exists, the user opens the gateway with a press. */
function useDeposit(cards: readonly { cardNumber: string }[]) {
  const [wasLost, setWasLost] = useState(false)
  const deposit = useIntention<DepositTerms, { redirectSite: string }>({
    kind: DEPOSIT,
    schema: DepositTerms,
    send: (proposal) => beginDeposit(proposal, cards),
    recognize: paymentIn,
    onDone: ({ redirectSite }, how) => {
      setWasLost(how.wasLost)
      if (!how.wasLost) location.assign(redirectSite)
    },
  })
  useExpiredToast(deposit)
  return { ...deposit, wasLost }
}

type Visible = { problems: ReturnType<typeof validateDeposit>; form: DepositForm; attempted: boolean }

/** An empty field counts as a problem only after the button was pressed. */
function visible({ problems, form, attempted }: Visible): ReturnType<typeof validateDeposit> {
  if (attempted) return problems
  return form.amount === '' || !problems.amount ? {} : { amount: problems.amount }
}
