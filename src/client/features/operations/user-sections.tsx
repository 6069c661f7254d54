import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useOrderName } from '#client/entities/order/use-order-name.ts'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Section } from '#client/ui/section.tsx'
import { cancelAnyOrder } from '#contract/operations-markets.ts'
import { endUserSessions, proposeCard, unverifyCard } from '#contract/operations-users.ts'
import { stageOf } from '#domain/verification.ts'
import { ActSheet } from './act-sheet.tsx'
import { Allowed, useMay } from './allowed.tsx'
import { CoinAmount, CoinName, Device, Digits } from './names.tsx'
import { type OpenOrder, openOrdersQuery, type UserPage } from './user.queries.ts'

type Balance = UserPage['balances'][number]
type Login = UserPage['logins'][number]
type Session = UserPage['sessions'][number]

type TableSectionProps<Row> = {
  title: string
  aside?: ReactNode
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Shown instead of a table without rows. */
  empty: string
}

export function TableSection<Row>({ title, aside, empty, ...table }: TableSectionProps<Row>) {
  return (
    <Section title={title} aside={aside}>
      {table.rows.length === 0 ? (
        <chakra.p color="fg.muted">{empty}</chakra.p>
      ) : (
        <DataTable caption={title} {...table} dense />
      )}
    </Section>
  )
}

export function BalanceSection({ user }: { user: UserPage }) {
  const { t } = useTranslation('operations')
  const columns: readonly Column<Balance>[] = [
    { key: 'coin', label: t('user.coin'), wide: true, cell: ({ coin }) => <CoinName coin={coin} /> },
    {
      key: 'available',
      label: t('user.available'),
      figure: true,
      cell: ({ coin, available }) => <CoinAmount coin={coin} value={available} />,
    },
    {
      key: 'blocked',
      label: t('user.blocked'),
      figure: true,
      cell: ({ coin, blocked }) => <CoinAmount coin={coin} value={blocked} />,
    },
  ]
  return (
    <TableSection
      title={t('user.balances')}
      rows={user.balances}
      keyOf={({ coin }) => coin}
      columns={columns}
      empty={t('user.noBalances')}
    />
  )
}

export function SessionSection({ user, onEnd }: { user: UserPage; onEnd: (sessionId: string | undefined) => void }) {
  const { t } = useTranslation('operations')
  const columns: readonly Column<Session>[] = [
    { key: 'device', label: t('user.device'), wide: true, cell: (row) => <Device of={row} /> },
    { key: 'ip', label: t('user.address'), cell: ({ ipAddress }) => <bdi dir="ltr">{ipAddress}</bdi> },
    { key: 'used', label: t('user.lastUsed'), cell: ({ lastUsedAt }) => <DateText at={lastUsedAt} /> },
    {
      key: 'end',
      label: t('act.endSessions.one'),
      unnamed: true,
      cell: ({ id }) => (
        <Allowed to={endUserSessions}>
          <Button variant="ghost" size="sm" onClick={() => onEnd(id)}>
            {t('act.endSessions.one')}
          </Button>
        </Allowed>
      ),
    },
  ]
  return (
    <TableSection
      title={t('user.sessions')}
      rows={user.sessions}
      keyOf={({ id }) => id}
      columns={columns}
      empty={t('user.noSessions')}
      aside={
        user.sessions.length > 1 && (
          <Allowed to={endUserSessions}>
            <Button variant="ghost" size="sm" onClick={() => onEnd(undefined)}>
              {t('act.endSessions.all')}
            </Button>
          </Allowed>
        )
      }
    />
  )
}

export function LoginSection({ user }: { user: UserPage }) {
  const { t } = useTranslation('operations')
  const columns: readonly Column<Login>[] = [
    { key: 'at', label: t('user.at'), cell: ({ loginRequestedDateTime }) => <DateText at={loginRequestedDateTime} /> },
    {
      key: 'result',
      label: t('user.result'),
      cell: ({ isSuccessful }) => (
        <chakra.span color={isSuccessful ? 'buy' : 'sell'}>
          {isSuccessful ? t('user.loginDone') : t('user.loginFailed')}
        </chakra.span>
      ),
    },
    { key: 'ip', label: t('user.address'), cell: ({ ipAddress }) => <bdi dir="ltr">{ipAddress}</bdi> },
    { key: 'device', label: t('user.device'), cell: (row) => <Device of={row} /> },
  ]
  return (
    <TableSection
      title={t('user.logins')}
      rows={user.logins}
      keyOf={({ loginRequestedDateTime, ipAddress }) => `${loginRequestedDateTime} ${ipAddress}`}
      columns={columns}
      empty={t('user.noLogins')}
    />
  )
}

export function OrderSection({ userId, onCancel }: { userId: string; onCancel: (order: OpenOrder) => void }) {
  const { t } = useTranslation('operations')
  const nameOf = useOrderName()
  const { data: orders = [] } = useQuery(openOrdersQuery(userId))
  const columns: readonly Column<OpenOrder>[] = [
    { key: 'id', label: t('order.id'), cell: ({ id }) => <Digits text={id} /> },
    { key: 'name', label: t('order.name'), wide: true, cell: nameOf },
    { key: 'at', label: t('user.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
    {
      key: 'cancel',
      label: t('act.cancelOrder.action'),
      unnamed: true,
      cell: (order) => (
        <Allowed to={cancelAnyOrder}>
          <Button variant="ghost" size="sm" onClick={() => onCancel(order)}>
            {t('act.cancelOrder.action')}
          </Button>
        </Allowed>
      ),
    },
  ]
  return (
    <TableSection
      title={t('user.orders')}
      rows={orders}
      keyOf={({ id }) => id}
      columns={columns}
      empty={t('user.noOrders')}
    />
  )
}

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
    <>
      <TableSection
        title={t('cards.title')}
        rows={user.cards}
        keyOf={({ id }) => id}
        columns={columns}
        empty={t('cards.none')}
      />
      {chosen && <CardSheet userId={user.id} card={chosen} onClose={() => setChosen(undefined)} />}
    </>
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

type Line = UserPage['credit']['lines'][number]

/** The credit lent to a customer, line by line, and the debt; renders nothing for the many customers without credit. */
export function CreditSection({ user: { credit } }: { user: UserPage }) {
  const { t } = useTranslation('customers')
  const { unitOf, nameOf } = useCoins()
  if (credit.lines.length === 0) return null
  const columns: readonly Column<Line>[] = [
    { key: 'coin', label: t('credit.coin'), cell: ({ coin }) => <CoinName coin={coin} /> },
    {
      key: 'amount',
      label: t('credit.amount'),
      figure: true,
      cell: ({ coin, amount }) => <DecimalText value={amount} unit={unitOf(coin)} />,
    },
    { key: 'at', label: t('credit.at'), cell: ({ at }) => <DateText at={at} /> },
    { key: 'proposal', label: t('credit.proposal'), cell: ({ proposalId }) => <Digits text={proposalId} /> },
  ]
  return (
    <Section title={t('credit.title')} note={t('credit.text')}>
      <FactList
        facts={credit.owed.map(({ coin, amount }) => ({
          label: t('credit.owes', { coin: nameOf(coin) }),
          value: <DecimalText value={amount} unit={unitOf(coin)} />,
          strong: true,
        }))}
      />
      <DataTable
        caption={t('credit.title')}
        rows={credit.lines}
        keyOf={({ proposalId, coin }) => `${proposalId} ${coin}`}
        columns={columns}
        dense
      />
    </Section>
  )
}
