import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Section } from '#client/ui/section.tsx'
import { proposeCard, unverifyCard } from '#contract/operations-users.ts'
import { stageOf } from '#domain/verification.ts'
import { ActSheet } from './act-sheet.tsx'
import { useMay } from './allowed.tsx'
import { Digits } from './digits.tsx'
import type { UserPage } from './user.queries.ts'

type BankCard = UserPage['cards'][number]

/** A customer's cards: which are confirmed as the customer's own, and the acts that confirm one or revoke that. */
export function CardSection({ user }: { user: UserPage }) {
  const { t } = useTranslation('safety')
  const may = useMay()
  const [chosen, setChosen] = useState<BankCard | undefined>()
  const stateOf = ({ verified, doubted }: BankCard) =>
    verified ? t('cards.verified') : doubted ? t('cards.doubted') : t('cards.unverified')
  // The server rejects a card of a customer whose own identity is not verified.
  const isVerified = stageOf(user.authenticationType).authorized
  const mayDecide = may(proposeCard) && may(unverifyCard)
  const columns: readonly Column<BankCard>[] = [
    { key: 'card', label: t('cards.card'), wide: true, cell: ({ cardNumber }) => <Digits text={cardNumber} /> },
    { key: 'sheba', label: t('cards.sheba'), wide: true, cell: ({ shebaCode }) => <Digits text={shebaCode} /> },
    { key: 'state', label: t('cards.verified'), unnamed: true, cell: stateOf },
    {
      key: 'act',
      label: t('cards.verify.action'),
      unnamed: true,
      cell: (card) =>
        mayDecide &&
        (card.verified || isVerified) && (
          <Button size="sm" variant={card.verified ? 'danger' : 'quiet'} onClick={() => setChosen(card)}>
            {card.verified ? t('cards.unverify.action') : t('cards.verify.action')}
          </Button>
        ),
    },
  ]
  return (
    <Section title={t('cards.title')}>
      {user.cards.length === 0 ? (
        <chakra.p color="fg.muted">{t('cards.none')}</chakra.p>
      ) : (
        <DataTable caption={t('cards.title')} rows={user.cards} keyOf={({ id }) => id} columns={columns} dense />
      )}
      {chosen && <CardSheet userId={user.id} card={chosen} onClose={() => setChosen(undefined)} />}
    </Section>
  )
}

function CardSheet({ userId, card, onClose }: { userId: string; card: BankCard; onClose: () => void }) {
  const { t } = useTranslation('safety')
  const { t: ofDesk } = useTranslation('desk')
  const params = { id: userId, card: card.id }
  const word = card.verified ? 'unverify' : 'verify'
  return (
    <ActSheet
      title={t(`cards.${word}.action`)}
      text={t(`cards.${word}.text`)}
      yes={t(`cards.${word}.action`)}
      done={card.verified ? t('cards.unverify.done') : ofDesk('settings.proposed')}
      variant={card.verified ? 'danger' : 'primary'}
      proposes={card.verified ? undefined : { kind: 'VERIFY_CARD', userId }}
      act={async (reason) => {
        if (card.verified) await callApi(unverifyCard, { params, body: { reason } })
        else await callApi(proposeCard, { params, body: { reason } })
      }}
      onClose={onClose}
    >
      <Digits text={card.cardNumber} />
    </ActSheet>
  )
}
