import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { tabValue } from '#client/lib/tab-value.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { getMarket } from '#contract/markets.ts'

const hoursSeen = tabValue('working-hours-seen', z.literal(true), { wipedAtLogout: false })
/** The market with trading hours. */
const MARKET = 'GOLD_TOMAN'

/** Shows the trading hours of gold, once per session, if its market is closed now. */
export function WorkingHours() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const [seen, setSeen] = useState(() => hoursSeen.read() ?? false)
  const query = useQuery({ ...endpointQuery(getMarket, { params: { market: MARKET } }), enabled: !seen })
  const state = query.data?.baseDTO.state
  const close = () => {
    hoursSeen.keep(true)
    setSeen(true)
  }
  return (
    <Sheet
      open={!seen && state?.kind === 'CLOSED'}
      onClose={close}
      title={t('hours.title')}
      footer={
        <Button full onClick={close}>
          {t('hours.ok')}
        </Button>
      }
    >
      <chakra.div display="grid" gap="3" paddingBottom="2">
        <p>{t('hours.text')}</p>
        <chakra.ul display="grid" gap="1" fontWeight="semibold">
          <li>{t('hours.week')}</li>
          <li>{t('hours.thursday')}</li>
        </chakra.ul>
        {state?.opensAt && (
          <chakra.p color="fg.muted">
            {t('hours.opens', { time: showDate(new Date(state.opensAt), language, 'date-time') })}
          </chakra.p>
        )}
      </chakra.div>
    </Sheet>
  )
}
