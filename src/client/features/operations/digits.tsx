import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from '#client/ui/show-digits.ts'

/** A number that identifies a person or a thing, in digits of the language, left to right. */
export function Digits({ text }: { text: string }) {
  const language = useLanguage()
  return <bdi dir="ltr">{showDigits(text, language)}</bdi>
}
