import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/lib/call-api.ts'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { createPasskey } from '#client/lib/passkeys.ts'
import { addPasskey, beginPasskey, getPasskeys, removePasskey, renamePasskey } from '#contract/passkeys.ts'

export const passkeysQuery = () => endpointQuery(getPasskeys, {})

/** Asks the device to create a passkey and adds it under this name. */
export function useAddPasskey() {
  return useMutation({
    mutationFn: async (name: string) => {
      const { flowToken, options } = (await callApi(beginPasskey, {})).baseDTO
      const credential = await createPasskey(options)
      await callApi(addPasskey, { body: { flowToken, name, credential } })
    },
    onSuccess: useReload(),
  })
}

export function useRenamePasskey(id: string) {
  return useMutation({
    mutationFn: (name: string) => callApi(renamePasskey, { params: { id }, body: { name } }),
    onSuccess: useReload(),
  })
}

export function useRemovePasskey(id: string) {
  return useMutation({
    mutationFn: () => callApi(removePasskey, { params: { id } }),
    onSuccess: useReload(),
  })
}

function useReload() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: passkeysQuery().queryKey })
}
