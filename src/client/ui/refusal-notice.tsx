import { useTranslation } from 'react-i18next'
import { ApiRefusal, isRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { HoldHelp } from './hold-help.tsx'
import { Notice } from './notice.tsx'
import { showDigits } from './show-digits.ts'
import { SupportContact } from './support-contact.tsx'
import { useCountdown } from './use-countdown.ts'
import { useSentenceOf } from './use-sentence-of.ts'

/** The refusal of a form; after "too many requests", also the remaining wait. */
export function RefusalNotice({ error }: { error: Error }) {
  return (
    <Notice tone="error">
      <RefusalText error={error} />
    </Notice>
  )
}

/** The sentence of a refusal and, if it names a wait, the remaining time; where there is more to read or to do, the way to it. */
export function RefusalText({ error }: { error: Error }) {
  const sentenceOf = useSentenceOf()
  const seconds = error instanceof ApiRefusal ? error.waitSeconds : undefined
  return (
    <>
      {sentenceOf(error)}
      {/* A key per wait restarts the countdown. */}
      {seconds !== undefined && <WaitLeft key={String(seconds)} seconds={seconds} />}
      {isRefusal(error, 'LOGIN_NOT_ALLOWED') && <SupportContact />}
      {isRefusal(error, 'WITHDRAWALS_HELD') && (
        <>
          {' '}
          <HoldHelp />
        </>
      )}
    </>
  )
}

function WaitLeft({ seconds }: { seconds: number }) {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const { secondsLeft } = useCountdown(seconds)
  if (secondsLeft === 0) return ` ${t('refusal.now')}`
  const clock = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  return (
    <span role="timer">
      {' '}
      {t('refusal.wait')} <bdi dir="ltr">{showDigits(clock, language)}</bdi>
    </span>
  )
}
