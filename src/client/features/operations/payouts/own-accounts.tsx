import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { proposeOwnTransfer } from '#contract/operations-payouts.ts'
import { TOMAN } from '#domain/coin.ts'
import { TOMAN_ACCOUNTS } from '#domain/ledger.ts'
import { ActSheet } from '../act-sheet.tsx'
import { Allowed } from '../allowed.tsx'
import { toTypedNumber, useFieldFault } from '../setting-form.tsx'
import { type TomanAccount, tomanAccountsQuery } from './payouts.queries.ts'

/** The Toman of the exchange by the books, and the booking of what its banks have moved. */
export function OwnAccounts() {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  const query = useQuery(tomanAccountsQuery())
  const [isBooking, setIsBooking] = useState(false)
  const columns: readonly Column<TomanAccount>[] = [
    { key: 'account', label: t('payouts.own.account'), cell: ({ account }) => t(`settings.account.${account}`) },
    {
      key: 'amount',
      label: t('payouts.own.held'),
      figure: true,
      cell: ({ amount }) => <DecimalText value={amount} unit={unitOf(TOMAN)} />,
    },
  ]
  return (
    <Section title={t('payouts.own.title')} note={t('payouts.own.text')}>
      <QueryView query={query} data={query.data} rows={TOMAN_ACCOUNTS.length}>
        {(rows) => (
          <DataTable caption={t('payouts.own.title')} rows={rows} keyOf={({ account }) => account} columns={columns} />
        )}
      </QueryView>
      <Allowed to={proposeOwnTransfer}>
        <Button variant="quiet" size="sm" onClick={() => setIsBooking(true)}>
          {t('payouts.own.action')}
        </Button>
      </Allowed>
      {isBooking && <OwnTransferSheet onClose={() => setIsBooking(false)} />}
    </Section>
  )
}

/** The smallest part of a Toman at a bank is a Rial. */
const RIAL_DECIMALS = 1

function OwnTransferSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('desk')
  const { unitOf } = useCoins()
  const faultOf = useFieldFault()
  const [fromAccount, setFromAccount] = useState<TomanAccount['account']>('gateway/ZARINPAL')
  const [toAccount, setToAccount] = useState<TomanAccount['account']>('bank/1')
  const [transferAmount, setAmount] = useState('')
  const [transferReference, setReference] = useState('')
  const reference = toTypedNumber(transferReference)
  const options = TOMAN_ACCOUNTS.map((value) => ({ value, label: t(`settings.account.${value}`) }))
  return (
    <ActSheet
      title={t('payouts.own.action')}
      text={t('payouts.own.sheet')}
      yes={t('payouts.own.yes')}
      done={t('payouts.own.done')}
      proposes={{ kind: 'BOOK_OWN_TRANSFER', subject: reference }}
      problem={
        fromAccount === toAccount
          ? t('payouts.own.same')
          : transferAmount.trim() === '' || transferReference.trim() === ''
      }
      act={(reason) => {
        const transfer = { fromAccount, toAccount, transferAmount, transferReference: reference }
        return callApi(proposeOwnTransfer, { body: { ...transfer, reason } })
      }}
      onClose={onClose}
    >
      {(state) => (
        <>
          <SelectField
            label={t('settings.field.fromAccount')}
            value={fromAccount}
            options={options}
            onChange={setFromAccount}
          />
          <SelectField
            label={t('settings.field.toAccount')}
            value={toAccount}
            options={options}
            onChange={setToAccount}
          />
          <DecimalField
            label={t('settings.field.transferAmount')}
            value={transferAmount}
            decimals={RIAL_DECIMALS}
            unit={unitOf(TOMAN)}
            problem={faultOf(state, { name: 'transferAmount', value: transferAmount })}
            onChange={setAmount}
          />
          <TextField
            label={t('settings.field.transferReference')}
            hint={t('payouts.own.reference')}
            required
            ltr
            maxLength={REFERENCE_MAX}
            value={transferReference}
            onChange={setReference}
            problem={faultOf(state, { name: 'transferReference', value: transferReference })}
          />
        </>
      )}
    </ActSheet>
  )
}

const REFERENCE_MAX = 64
