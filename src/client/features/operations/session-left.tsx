import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#client/lib/durations.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import { operatorQuery } from './operator.queries.ts'

const SOON_MINUTES = 5

const Left = chakra('span', {
  base: { bg: 'sell.solid', color: 'white', paddingInline: '2', paddingBlock: '1', borderRadius: 'sm' },
})

/**
 * The remaining time of an unused session, shown from five minutes before its end; any act extends it. The approaching end is announced once. At the
 * end the server is asked, and its answer leads to the login.
 */
export function SessionLeft({ expiresAt }: { expiresAt: string }) {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  const minutes = useMinutesLeft(expiresAt)
  const isSoon = minutes <= SOON_MINUTES
  const shown = showDigits(String(minutes), language)
  return (
    <>
      {isSoon && <Left>{minutes === 0 ? t('session.ended') : t('session.left', { minutes: shown })}</Left>}
      <chakra.span role="status" srOnly>
        {isSoon && t('session.soon')}
      </chakra.span>
    </>
  )
}

function useMinutesLeft(expiresAt: string): number {
  const client = useQueryClient()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 4)
    return () => clearInterval(timer)
  }, [])
  const end = Date.parse(expiresAt)
  useEffect(() => {
    if (now >= end) void client.invalidateQueries({ queryKey: operatorQuery().queryKey })
  }, [now, end, client])
  return Math.max(0, Math.ceil((end - now) / MINUTE_MS))
}
