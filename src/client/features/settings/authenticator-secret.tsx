import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { buttonRecipe } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'

/** Opens the authenticator on this device, since a phone cannot scan its own screen. */
const OnThisDevice = chakra('a', buttonRecipe, { defaultProps: { variant: 'quiet' } })

/** Groups the secret by four letters, which is how people read it. */
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** The secret of a new authenticator: to scan, to open on this phone, or to type. */
export function AuthenticatorSecret({ link }: { link: string }) {
  const { t } = useTranslation('settings')
  const secret = new URL(link).searchParams.get('secret') ?? ''
  return (
    <chakra.div display="grid" gap="4">
      <chakra.ol display="grid" gap="1.5" fontSize="sm" color="fg.muted" listStyle="none">
        <li>{t('twoStep.app.scan')}</li>
        <li>{t('twoStep.app.type')}</li>
      </chakra.ol>
      <chakra.div display="grid" justifyItems="center">
        <QrCode text={link} label={t('twoStep.app.qr')} />
      </chakra.div>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap="3"
        padding="3"
        borderRadius="md"
        bg="sunken"
        borderWidth="1px"
        borderColor="line"
      >
        <chakra.div minWidth="0" flex="1 1 10rem">
          <chakra.div fontSize="xs" color="fg.muted">
            {t('twoStep.app.secret')}
          </chakra.div>
          <chakra.bdi dir="ltr" fontFamily="mono" fontSize="sm" overflowWrap="anywhere">
            {inGroups(secret)}
          </chakra.bdi>
        </chakra.div>
        <CopyButton text={secret} />
      </chakra.div>
      <OnThisDevice href={link} lg={{ display: 'none' }}>
        {t('twoStep.app.open')}
      </OnThisDevice>
    </chakra.div>
  )
}
