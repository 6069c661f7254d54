import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { buttonRecipe } from '#client/ui/button.tsx'
import { beginSignOn, getSignOnProviders } from '#contract/sign-on.ts'
import { type PendingSignOn, pendingSignOn } from './pending-code.ts'

const Leave = chakra('a', buttonRecipe)

/** A link to the provider of single sign-on, if the exchange has one. */
export function GoogleButton({ next, referralCode }: Pick<PendingSignOn, 'next' | 'referralCode'>) {
  const { t } = useTranslation('signOn')
  const { data } = useQuery(endpointQuery(getSignOnProviders, {}))
  if (!data?.content.includes('GOOGLE')) return null
  return (
    <Leave
      variant="quiet"
      size="lg"
      full
      href={`/api${beginSignOn.path}`}
      onClick={() => pendingSignOn.keep({ ...(next ? { next } : {}), ...(referralCode ? { referralCode } : {}) })}
    >
      <GoogleMark />
      {t('action')}
    </Leave>
  )
}

/** The provider's own logo, in its own colours. */
function GoogleMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M46.1 24.6c0-1.6-.1-3.1-.4-4.6H24v8.7h12.4a10.6 10.6 0 0 1-4.6 7v5.8h7.4c4.4-4 6.9-9.9 6.9-16.9z"
      />
      <path fill="#34A853" d="M24 47c6.2 0 11.4-2 15.2-5.5l-7.4-5.8a14 14 0 0 1-20.9-7.3H3.3v6A23 23 0 0 0 24 47z" />
      <path fill="#FBBC05" d="M10.9 28.4a13.8 13.8 0 0 1 0-8.8v-6H3.3a23 23 0 0 0 0 20.8l7.6-6z" />
      <path
        fill="#EA4335"
        d="M24 10.1c3.4 0 6.4 1.2 8.8 3.4l6.5-6.5A23 23 0 0 0 3.3 13.6l7.6 6A13.7 13.7 0 0 1 24 10.1z"
      />
    </svg>
  )
}
