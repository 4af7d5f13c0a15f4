import { type Outside, type Route, refuse, write } from '#platform/server/route.ts'
import * as contract from './contract.second-step.ts'
import { checkCode } from './store.checks.ts'
import { beginApp, beginPasskey, confirmApp, confirmPasskey } from './store.enrol.ts'
import {
  askOwnPasskey,
  checkNewPasskey,
  checkPasskey,
  type MadePasskey,
  type Shown,
  takeShown,
} from './store.passkeys-ceremonies.ts'
import { findBareStep, findDemand, findStep, finishStep, type Step, updateStepEnded } from './store.second-step.ts'
import { findMethods } from './store.ts'

const over = () => refuse('step_over')
const stepOf = (outside: Outside): Promise<Step | null> => outside.anyone((db) => findStep(db, outside.request.token))

export const routes: readonly Route[] = [
  write(contract.readStep, async ({ db, request }) => {
    const step = await findStep(db, request.token)
    if (!step) return { step: null }
    const { has } = await findDemand(db)
    const waiting: contract.Waiting = {
      waits_for: has ? 'second_factor' : 'set_up',
      methods: await findMethods(db),
      email: step.email,
      ends_at: step.ends_at.toISOString(),
    }
    return { step: waiting }
  }),

  write(
    contract.giveCode,
    async ({ db, request, reply }) => {
      const step = await findStep(db, request.token)
      const secret = step && (await finishStep(db, step, request))
      if (!secret) return over()
      reply.setSession(secret)
      return { done: true }
    },
    {
      prepare: async (input, outside) => {
        const step = await stepOf(outside)
        if (!step) return over()
        return (await checkCode(outside, step, input.code)) ? null : refuse('code_wrong')
      },
    },
  ),

  write(contract.askPasskey, async ({ db, request }) => {
    const step = await findStep(db, request.token)
    if (!step || !request.token) return over()
    return { options: await askOwnPasskey(db, request, request.token, 'second_factor') }
  }),

  write<typeof contract.givePasskey, Shown>(
    contract.givePasskey,
    async ({ db, request, reply, prepared }) => {
      const step = await findStep(db, request.token)
      if (!step || !(await takeShown(db, prepared, step.id))) return refuse('passkey_failed')
      const secret = await finishStep(db, step, request)
      if (!secret) return over()
      reply.setSession(secret)
      return { done: true }
    },
    {
      prepare: async (input, outside) => {
        const step = await stepOf(outside)
        if (!step || !outside.request.token) return over()
        const shown = await checkPasskey(outside, outside.request.token, 'second_factor', input.answer)
        return shown ?? refuse('passkey_failed')
      },
    },
  ),

  write(contract.leaveStep, async ({ db, request, reply }) => {
    const step = await findStep(db, request.token)
    if (!step) return { done: false }
    await updateStepEnded(db)
    reply.setSession(null)
    return { done: true }
  }),

  write(contract.beginFirstApp, async ({ db, request }) => {
    const step = await findBareStep(db, request.token)
    return step ? beginApp(db, step) : over()
  }),

  write(contract.confirmFirstApp, async ({ db, input, request, reply }) => {
    const step = await findBareStep(db, request.token)
    if (!step) return over()
    const enrolled = await confirmApp(db, step, input, request)
    if ('code' in enrolled) return enrolled
    const secret = await finishStep(db, step, request)
    if (!secret) return over()
    reply.setSession(secret)
    return enrolled
  }),

  write(contract.beginFirstPasskey, async ({ db, request }) => {
    const step = await findBareStep(db, request.token)
    return step && request.token ? { options: await beginPasskey(db, step, request, request.token) } : over()
  }),

  write<typeof contract.confirmFirstPasskey, MadePasskey>(
    contract.confirmFirstPasskey,
    async ({ db, input, request, reply, prepared }) => {
      const step = await findBareStep(db, request.token)
      if (!step) return over()
      const enrolled = await confirmPasskey(db, step, { ...prepared, name: input.name }, request)
      const secret = await finishStep(db, step, request)
      if (!secret) return over()
      reply.setSession(secret)
      return enrolled
    },
    {
      prepare: async (input, outside) => {
        const { token } = outside.request
        if (!token || !(await outside.anyone((db) => findBareStep(db, token)))) return over()
        return (await checkNewPasskey(outside, token, input.answer)) ?? refuse('passkey_failed')
      },
      constraints: { factors_credential_id_key: 'passkey_failed' },
    },
  ),
]
