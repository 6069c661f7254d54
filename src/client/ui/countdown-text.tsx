import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from './show-digits.ts'

/** Seconds as m:ss. */
export function CountdownText({ seconds }: { seconds: number }) {
  const language = useLanguage()
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return <bdi dir="ltr">{showDigits(text, language)}</bdi>
}
