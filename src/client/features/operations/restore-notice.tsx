import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coinsQuery, nameOfCoin } from '#client/entities/coin/coins.queries.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import {
  accountsOfCoin,
  directionsOfCoin,
  type LostDirection,
  proposeLostPayment,
  proposeRelease,
} from '#contract/operations-restore.ts'
import { TOMAN } from '#domain/coin.ts'
import { ActSheet } from './act-sheet.tsx'
import { useHasRight } from './allowed.tsx'
import type { Overview } from './overview.queries.ts'
import { FieldsSheet, type SettingField } from './setting-form.tsx'
import { useAccountName, useSettingLabel } from './setting-value.tsx'

/** After a restore: nothing leaves until two admins have compared the books, and one of them proposes it here. */
export function RestoreNotice({ restore }: { restore: Overview['restore'] }) {
  const { t } = useTranslation('safety')
  const has = useHasRight()
  const [asked, setAsked] = useState<'release' | 'payment'>()
  if (restore === null) return null
  return (
    <chakra.div marginBlockEnd="4">
      <Notice
        tone="error"
        urgent={false}
        title={t('restore.title')}
        action={
          has('RESTORE_CONFIRM') && (
            <chakra.div display="flex" flexWrap="wrap" gap="2">
              <Button size="sm" onClick={() => setAsked('release')}>
                {t('restore.action')}
              </Button>
              <Button size="sm" variant="quiet" onClick={() => setAsked('payment')}>
                {t('restore.payment.action')}
              </Button>
            </chakra.div>
          )
        }
      >
        <p>
          {t('restore.at')} <DateText at={restore.restoredAt} />. {t('restore.until')} <DateText at={restore.stateAt} />
          .
        </p>
        <p>
          {t('restore.source')} <bdi dir="ltr">{restore.source}</bdi>
        </p>
        <p>{t('restore.text')}</p>
      </Notice>
      {asked === 'payment' && <LostPaymentSheet onClose={() => setAsked(undefined)} />}
      {asked === 'release' && (
        <ActSheet
          title={t('restore.sheet.title')}
          text={t('restore.sheet.text')}
          reasonLabel={t('restore.sheet.reason')}
          yes={t('restore.sheet.yes')}
          done={t('restore.sheet.done')}
          proposes={{ kind: 'CONFIRM_RESTORE' }}
          act={(reason) => callApi(proposeRelease, { body: { reason } })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </chakra.div>
  )
}

/** Proposes to book a payment that the restored books lack. */
function LostPaymentSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('safety')
  const { t: desk } = useTranslation('desk')
  const labelOf = useSettingLabel()
  const nameOf = useAccountName()
  const language = useLanguage()
  const { data: coins } = useQuery(coinsQuery())
  const [lostCoin, setCoin] = useState<string>(TOMAN)
  const [typedAccount, setAccount] = useState('')
  const [direction, setDirection] = useState<LostDirection>('PAID_OUT')
  const accounts: readonly string[] = accountsOfCoin(lostCoin)
  const lostAccount = accounts.find((each) => each === typedAccount) ?? accounts[0] ?? ''
  const directions = directionsOfCoin(lostCoin)
  const lostDirection = directions.find((each) => each === direction) ?? 'PAID_OUT'
  const fields: SettingField[] = [
    { name: 'customer', label: labelOf('customer') },
    { name: 'lostAmount', label: labelOf('lostAmount') },
    { name: 'transferReference', label: labelOf('transferReference'), hint: t('restore.payment.reference') },
  ]
  return (
    <FieldsSheet
      title={t('restore.payment.action')}
      text={t('restore.payment.text')}
      yes={t('restore.payment.yes')}
      done={t('restore.payment.done')}
      fields={fields}
      values={{ customer: '', lostAmount: '', transferReference: '' }}
      act={({ customer = '', lostAmount = '', transferReference = '' }, reason) => {
        const payment = { customer, lostDirection, lostCoin, lostAmount, lostAccount, transferReference }
        return callApi(proposeLostPayment, { body: { ...payment, reason } })
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <SelectField
            label={labelOf('lostCoin')}
            value={lostCoin}
            options={[...(coins?.values() ?? [])].map((coin) => ({
              value: coin.symbol,
              label: nameOfCoin(coin, language),
            }))}
            onChange={setCoin}
          />
          {directions.length > 1 && (
            <SelectField
              label={labelOf('lostDirection')}
              value={lostDirection}
              options={directions.map((value) => ({ value, label: desk(`settings.direction.${value}`) }))}
              onChange={setDirection}
            />
          )}
          {accounts.length > 1 && (
            <SelectField
              label={labelOf('lostAccount')}
              value={lostAccount}
              options={accounts.map((value) => ({ value, label: nameOf(value) }))}
              onChange={setAccount}
            />
          )}
        </>
      )}
    </FieldsSheet>
  )
}
