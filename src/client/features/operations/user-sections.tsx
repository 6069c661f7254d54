import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useOrderName } from '#client/entities/order/use-order-name.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { Section } from '#client/ui/section.tsx'
import { originName } from '#contract/audit-text.ts'
import { cancelAnyOrder } from '#contract/operations-markets.ts'
import { endUserSessions } from '#contract/operations-users.ts'
import { deviceName } from '#domain/device-name.ts'
import { Allowed } from './allowed.tsx'
import { Digits } from './digits.tsx'
import { CoinName } from './market-name.tsx'
import { type OpenOrder, openOrdersQuery, type UserPage } from './user.queries.ts'

type Balance = UserPage['balances'][number]
type Login = UserPage['logins'][number]
type Session = UserPage['sessions'][number]

/** A device by its own description, in one line. A program sends no description, so its device is unknown. */
function Device({ of: { browser, osType } }: { of: { browser: string; osType: string } }) {
  const language = useLanguage()
  const known = [browser, osType].flatMap((text) => deviceName(text) ?? [])
  return known.length === 0 ? originName('UNKNOWN', language) : <bdi>{known.join(', ')}</bdi>
}

function Empty({ text }: { text: string }) {
  return <chakra.p color="fg.muted">{text}</chakra.p>
}

export function BalanceSection({ user }: { user: UserPage }) {
  const { t } = useTranslation('operations')
  const { unitOf, coinOf } = useCoins()
  const amountText = (coin: string, amount: string) => (
    <DecimalText value={amount} unit={unitOf(coin)} fractionMax={coinOf(coin)?.balanceDecimals ?? 8} />
  )
  const columns: readonly Column<Balance>[] = [
    { key: 'coin', label: t('user.coin'), wide: true, cell: ({ coin }) => <CoinName coin={coin} /> },
    {
      key: 'available',
      label: t('user.available'),
      figure: true,
      cell: ({ coin, available }) => amountText(coin, available),
    },
    {
      key: 'blocked',
      label: t('user.blocked'),
      figure: true,
      cell: ({ coin, blocked }) => amountText(coin, blocked),
    },
  ]
  return (
    <Section title={t('user.balances')}>
      {user.balances.length === 0 ? (
        <Empty text={t('user.noBalances')} />
      ) : (
        <DataTable
          caption={t('user.balances')}
          rows={user.balances}
          keyOf={({ coin }) => coin}
          columns={columns}
          dense
        />
      )}
    </Section>
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
    <Section
      title={t('user.sessions')}
      aside={
        user.sessions.length > 1 && (
          <Allowed to={endUserSessions}>
            <Button variant="ghost" size="sm" onClick={() => onEnd(undefined)}>
              {t('act.endSessions.all')}
            </Button>
          </Allowed>
        )
      }
    >
      {user.sessions.length === 0 ? (
        <Empty text={t('user.noSessions')} />
      ) : (
        <DataTable caption={t('user.sessions')} rows={user.sessions} keyOf={({ id }) => id} columns={columns} dense />
      )}
    </Section>
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
  const keyOf = ({ loginRequestedDateTime, ipAddress }: Login) => `${loginRequestedDateTime} ${ipAddress}`
  return (
    <Section title={t('user.logins')}>
      {user.logins.length === 0 ? (
        <Empty text={t('user.noLogins')} />
      ) : (
        <DataTable caption={t('user.logins')} rows={user.logins} keyOf={keyOf} columns={columns} dense />
      )}
    </Section>
  )
}

export function OrderSection({ userId, onCancel }: { userId: string; onCancel: (order: OpenOrder) => void }) {
  const { t } = useTranslation('operations')
  const nameOf = useOrderName()
  const { data: orders } = useQuery(openOrdersQuery(userId))
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
    <Section title={t('user.orders')}>
      {!orders || orders.length === 0 ? (
        <Empty text={t('user.noOrders')} />
      ) : (
        <DataTable caption={t('user.orders')} rows={orders} keyOf={({ id }) => id} columns={columns} dense />
      )}
    </Section>
  )
}
