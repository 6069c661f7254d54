import { useTranslation } from 'react-i18next'
import { Notice } from '#client/ui/notice.tsx'

/** Warns that a market cannot be reopened after its end; shown before the end is proposed, and before it is approved. */
export function EndIsFinal() {
  const { t } = useTranslation('proposals')
  return (
    <Notice tone="warning" title={t('market.end.final.title')}>
      {t('market.end.final.text')}
    </Notice>
  )
}
