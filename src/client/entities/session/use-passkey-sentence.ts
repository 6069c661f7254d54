import { useTranslation } from 'react-i18next'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { PasskeyFault } from './passkeys.ts'

/** The sentence for a failure of a passkey, at the device or at the server. */
export function usePasskeySentence(): (error: unknown) => string {
  const { t } = useTranslation('passkeys')
  const sentenceOf = useSentenceOf()
  return (error) =>
    error instanceof PasskeyFault ? t(`fault.${error.reason}`, { site: error.site }) : sentenceOf(error)
}
