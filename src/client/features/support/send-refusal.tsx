import { useTranslation } from 'react-i18next'
import { isRefusal } from '#client/lib/call-api.ts'
import { Notice } from '#client/ui/notice.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'

/** Why nothing was sent. Without an answer it also says that the text is stored and that sending again is safe. */
export function SendRefusal({ error }: { error: Error }) {
  const { t } = useTranslation('support')
  const sentenceOf = useSentenceOf()
  if (!isRefusal(error, 'UNREACHABLE')) return <RefusalNotice error={error} />
  return (
    <Notice tone="error" title={sentenceOf(error)}>
      {t('kept')}
    </Notice>
  )
}
