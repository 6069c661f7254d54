import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { FEE_QUICK_TRADE, percentOf } from '#domain/fee.ts'

/** "Fee 0.3%", with the rate of quick trade. */
export function useFeeLabel(): string {
  const { t } = useTranslation('deal')
  const language = useLanguage()
  return t('fee', { percent: amountInSentence(percentOf(FEE_QUICK_TRADE), language, { percent: true }) })
}
