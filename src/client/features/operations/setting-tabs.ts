/** The tabs of the settings, by their names in the URL. */
export const SETTING_TABS = ['markets', 'maker', 'fees', 'days', 'coins'] as const
export type SettingTab = (typeof SETTING_TABS)[number]
