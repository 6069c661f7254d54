import { useTranslation } from 'react-i18next'
import { deviceName } from '#domain/device-name.ts'
import type { OwnSession } from './security.queries.ts'

/** Names a device by its own description: "Chrome, Android". */
export function useDeviceName(): (device: Pick<OwnSession, 'browser' | 'osType'>) => string {
  const { t } = useTranslation('settings')
  return ({ browser, osType }) => {
    const [program, system] = [deviceName(browser), deviceName(osType)]
    if (program && system) return t('sessions.device', { browser: program, system })
    return program ?? system ?? t('sessions.unknown')
  }
}
