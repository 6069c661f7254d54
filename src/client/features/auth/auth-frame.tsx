import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { LogoMark } from '#client/ui/logo.tsx'

type AuthFrameProps = { title: string; text?: ReactNode; children: ReactNode; footer?: ReactNode }

/** A centred form, for every step of a sign-up or login. */
export function AuthFrame({ title, text, children, footer }: AuthFrameProps) {
  return (
    <chakra.div
      display="grid"
      justifyItems="center"
      paddingInline="4"
      paddingTop={{ base: '6', md: '16' }}
      backgroundImage="radial-gradient(38rem 20rem at 50% -6rem, var(--k-colors-gold-subtle), transparent)"
    >
      <chakra.div width="full" maxWidth="form">
        <chakra.div display="grid" justifyItems="center" gap="2" textAlign="center" marginBottom="6">
          <LogoMark size={52} />
          <chakra.h1 fontSize="2xl" fontWeight="black" lineHeight="snug" marginTop="2">
            {title}
          </chakra.h1>
          {text && (
            <chakra.p color="fg.muted" fontSize="sm">
              {text}
            </chakra.p>
          )}
        </chakra.div>
        <chakra.div
          bg="surface"
          borderWidth="1px"
          borderColor="line"
          borderRadius="2xl"
          boxShadow="card"
          padding={{ base: '5', md: '7' }}
        >
          {children}
        </chakra.div>
        {footer && (
          <chakra.p textAlign="center" fontSize="sm" color="fg.muted" marginTop="5">
            {footer}
          </chakra.p>
        )}
      </chakra.div>
    </chakra.div>
  )
}
