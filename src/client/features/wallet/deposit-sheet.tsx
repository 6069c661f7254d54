import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coinsQuery } from '#client/lib/coins.queries.ts'
import { useIntention } from '#client/lib/use-intention.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { useBoundSentence } from '#client/ui/use-bound-sentence.ts'
import { TOMAN_DECIMALS } from '#domain/rial.ts'
import { beginDeposit, cardsQuery, type DepositTerms } from './deposit.queries.ts'
import { DepositFields } from './deposit-fields.tsx'
import { complainDeposit, type DepositForm } from './deposit-form.logic.ts'

/** Amount and card of a payment, and then the gateway's own page. */
export function DepositSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('wallet')
  const toman = useQuery(coinsQuery()).data?.get('TOMAN')
  const cards = useQuery(cardsQuery()).data
  const [form, setForm] = useState<DepositForm>({ amount: '', card: '' })
  const boundSentence = useBoundSentence()
  const [attempted, setAttempted] = useState(false)
  const card = form.card || (cards?.length === 1 ? (cards[0]?.cardNumber ?? '') : '')
  const bounds = { decimals: toman?.decimals ?? TOMAN_DECIMALS, min: toman?.depositMin, max: toman?.depositMax }
  const complaints = complainDeposit({ ...form, card }, bounds)
  const deposit = useIntention<DepositTerms, { redirectSite: string }>(beginDeposit, ({ redirectSite }) =>
    location.assign(redirectSite),
  )
  const leaving = deposit.sending || deposit.outcome !== undefined
  const submit = () => {
    setAttempted(true)
    if (Object.keys(complaints).length > 0 || leaving) return
    const same = deposit.terms?.amount === form.amount && deposit.terms.cardNumber === card
    if (same && deposit.outcomeUnknown) deposit.accept()
    else deposit.begin({ amount: form.amount, cardNumber: card })
  }
  if (cards?.length === 0)
    return (
      <Sheet open title={t('deposit.title')} onClose={onClose}>
        <Notice tone="info" action={<TextLink to="/profile/account">{t('deposit.noCard.action')}</TextLink>}>
          {t('deposit.noCard.text')}
        </Notice>
      </Sheet>
    )
  return (
    <Sheet open title={t('deposit.title')} onClose={onClose} dismissible={!leaving}>
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {cards ? (
          <DepositFields
            form={{ ...form, card }}
            bounds={bounds}
            cards={cards}
            complaints={visible({ complaints, form, attempted })}
            disabled={leaving}
            onChange={setForm}
          />
        ) : (
          <SkeletonRows rows={3} />
        )}
        {deposit.refusal && (
          <Notice tone="error" urgent>
            {boundSentence(deposit.refusal)}
          </Notice>
        )}
        {deposit.outcomeUnknown && (
          <Notice tone="warning" urgent>
            {t('deposit.unknown')}
          </Notice>
        )}
        <Button type="submit" size="lg" full loading={leaving} disabled={!cards}>
          {leaving ? t('deposit.leaving') : deposit.outcomeUnknown ? t('deposit.again') : t('deposit.submit')}
        </Button>
        <chakra.p fontSize="xs" color="fg.muted" textAlign="center">
          {t('deposit.gateway')}
        </chakra.p>
      </Form>
    </Sheet>
  )
}

type Visible = { complaints: ReturnType<typeof complainDeposit>; form: DepositForm; attempted: boolean }

/** Empty fields are no fault until the button was pressed. */
function visible({ complaints, form, attempted }: Visible): ReturnType<typeof complainDeposit> {
  if (attempted) return complaints
  return form.amount === '' || !complaints.amount ? {} : { amount: complaints.amount }
}
