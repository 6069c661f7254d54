import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { hasWithdrawals, TRANSFERS, type Transfers } from '#domain/transfers.ts'
import { useCancelReset } from './security.commands.ts'
import { securityQuery } from './security.queries.ts'

/**
 * Shows until when withdrawals are held after a recent change of the account's protection. It shows nothing while the exchange has no withdrawals.
 */
export function HoldNotice({ transfers = TRANSFERS }: { transfers?: Transfers }) {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const until = useQuery(securityQuery()).data?.baseDTO.withdrawalsHeldUntil
  if (!until || !hasWithdrawals(transfers)) return null
  return <Notice tone="info">{t('held', { at: showDate(new Date(until), language, 'date-time') })}</Notice>
}

/** Shows that a new password was requested and waits; an owner who did not request it cancels it here. */
export function ResetNotice() {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const [cancelling, setCancelling] = useState(false)
  const at = useQuery(securityQuery()).data?.baseDTO.passwordResetDateTime
  if (!at) return null
  return (
    <>
      <Notice
        tone="warning"
        action={
          <Button variant="quiet" size="sm" onClick={() => setCancelling(true)}>
            {t('reset.cancel')}
          </Button>
        }
      >
        {t('reset.waits', { at: showDate(new Date(at), language, 'date-time') })}
      </Notice>
      {cancelling && <CancelResetSheet onClose={() => setCancelling(false)} />}
    </>
  )
}

/** Cancels with the present password; an owner who has forgotten it needs a code instead. */
function CancelResetSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings')
  const sentenceOf = useSentenceOf()
  const [password, setPassword] = useState('')
  const cancel = useCancelReset()
  const isWrong = isRefusal(cancel.error, 'OLD_PASSWORD_INCORRECT')
  return (
    <FormSheet
      title={t('reset.cancel')}
      action={t('reset.cancel')}
      busy={cancel.isPending}
      error={isWrong ? null : cancel.error}
      complete={password !== ''}
      onSend={() => cancel.mutate(password, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(checked) => (
        <>
          <p>{t('reset.text')}</p>
          <PasswordField
            label={t('password.present')}
            name="oldPassword"
            autoComplete="current-password"
            required
            value={password}
            onChange={setPassword}
            problem={
              isWrong
                ? sentenceOf(cancel.error)
                : checked && password === ''
                  ? t('password.problem.oldRequired')
                  : undefined
            }
          />
          <Button
            variant="quiet"
            full
            disabled={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSuccess: onClose })}
          >
            {t('reset.byCode')}
          </Button>
        </>
      )}
    </FormSheet>
  )
}
