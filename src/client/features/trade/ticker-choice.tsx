import { List } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { storedChoice } from '#client/lib/stored-choice.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { useMedia } from '#client/ui/use-wide.ts'

/** Whether the markets stand beside the chart. Stored on the device; `auto` until the user has chosen. */
export const tickersChoice = storedChoice<'auto' | 'on' | 'off'>({
  key: 'trade-tickers',
  names: { auto: '', on: 'on', off: 'off' },
  otherwise: 'auto',
})

/** The width from which the chart has space enough beside them. */
const ROOMY = '(min-width: 1440px)'

export function useTickers(): { readonly shown: boolean; readonly toggle: () => void } {
  const isRoomy = useMedia(ROOMY)
  const chosen = tickersChoice.use()
  const shown = chosen === 'auto' ? isRoomy : chosen === 'on'
  return { shown, toggle: () => tickersChoice.set(shown ? 'off' : 'on') }
}

/** Shows and hides the markets beside the chart. */
export function TickersButton() {
  const { t } = useTranslation('markets')
  const { shown, toggle } = useTickers()
  return <IconButton label={t('title')} pressed={shown} icon={<List size={20} aria-hidden="true" />} onClick={toggle} />
}
