import { chakra } from '@chakra-ui/react'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'

/** Most pages are there before anything need be said. */
const SHOWN_AFTER_MS = 400
/** A page whose code has not come by then is asked for anew. */
const LATE_AFTER_MS = 120_000

/** That the next page is on its way, and the way to try again where it does not come. */
export function PageLoad() {
  const isPending = useRouterState({ select: ({ status }) => status === 'pending' })
  return isPending ? <Pending /> : null
}

function Pending() {
  const { t } = useTranslation()
  const router = useRouter()
  const isShown = usePassed(SHOWN_AFTER_MS)
  const isLate = usePassed(LATE_AFTER_MS)
  if (!isShown) return null
  return (
    <chakra.div position="fixed" insetInline="0" top="0" zIndex="toast" role={isLate ? 'alert' : 'status'}>
      <chakra.div
        height="3px"
        bgImage="linear-gradient(90deg, transparent, var(--k-colors-gold-solid), transparent)"
        bgSize="200% 100%"
        animation="shimmer 1.2s linear infinite"
      />
      {isLate ? (
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="center"
          gap="3"
          padding="3"
          bg="surface"
          borderBottomWidth="1px"
          borderColor="line"
        >
          {t('late.text')}
          <Button size="sm" onClick={() => window.location.assign(router.latestLocation.href)}>
            {t('late.retry')}
          </Button>
        </chakra.div>
      ) : (
        <chakra.span srOnly>{t('late.loading')}</chakra.span>
      )}
    </chakra.div>
  )
}

/** Whether so much time has passed since this was drawn first. */
function usePassed(ms: number): boolean {
  const [hasPassed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasPassed
}
