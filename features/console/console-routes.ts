// Serves the console's calls that read. It contains no rules and no SQL. Every read of a person or a purchase
// and every list is recorded before it is answered (docs/product.md#console).

import { answerList, readerOf } from '#features/staff/read-for-staff.ts'
import { recordRead } from '#features/staff/record-read.ts'
import type { StaffViewer } from '#features/staff/staff-session.ts'
import { staffOf } from '#features/staff/staff-session.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { isProblem, problem } from '#values/problem.ts'
import { maySeePhones } from '#values/staff/roles.ts'
import { booksRoutes } from './books/books-routes.ts'
import { listConsoleBatches, readConsoleBatch } from './catalogue/console-batches.ts'
import * as catalogueCalls from './catalogue/console-catalogue-calls.ts'
import { listConsoleDue } from './catalogue/console-due.ts'
import { listProjectsOfConsole, readConsoleProject } from './catalogue/console-projects.ts'
import { listRecordedRetirements } from './catalogue/recorded-retirements.ts'
import type { ConsoleServices } from './console-services.ts'
import * as deskCalls from './desk/desk-calls.ts'
import { listCases } from './desk/list-cases.ts'
import * as peopleCalls from './people/console-people-calls.ts'
import { listConsolePeople } from './people/list-console-people.ts'
import { readConsolePerson } from './people/read-console-person.ts'
import { programmeRoutes } from './programmes/programme-routes.ts'
import { disputeOnWire, findDispute, listConsoleDisputes } from './purchases/console-disputes.ts'
import * as purchaseCalls from './purchases/console-purchases-calls.ts'
import * as disputeCalls from './purchases/disputes-calls.ts'
import { listConsolePurchases } from './purchases/list-console-purchases.ts'
import { readConsolePurchase } from './purchases/read-console-purchase.ts'
import * as searchCalls from './search/search-calls.ts'
import { searchConsole } from './search/search-console.ts'
import { readToday } from './today/read-today.ts'
import * as todayCalls from './today/today-calls.ts'

/** Returns the names of the actions that a member may run. */
type OwnActions = (staff: Pick<StaffViewer, 'roles'>) => readonly string[]

export function consoleRoutes(app: Api, services: ConsoleServices, ownActionsOf: OwnActions): void {
  todayRoutes(app, services, ownActionsOf)
  peopleRoutes(app, services)
  purchaseRoutes(app, services)
  catalogueRoutes(app, services)
  programmeRoutes(app, services)
  booksRoutes(app, services)
}

function todayRoutes(app: Api, services: ConsoleServices, ownActionsOf: OwnActions): void {
  serve(app, searchCalls.searchConsole, async (request) => {
    const staff = staffOf(request)
    const hits = await searchConsole(services, staff.roles, request.query.q)
    if (!isProblem(hits)) await recordRead(services.db, staff, 'search', ['q'])
    return hits
  })

  serve(app, todayCalls.getToday, (request) => {
    const staff = readerOf(request, 'today')
    return isProblem(staff)
      ? staff
      : readToday(services, { ...staff, ownActions: ownActionsOf(staff) })
  })
}

function peopleRoutes(app: Api, services: ConsoleServices): void {
  serve(app, peopleCalls.listPeople, async (request, reply) => {
    const staff = readerOf(request, 'people')
    if (isProblem(staff)) return staff
    const page = await listConsolePeople(services, request.query)
    return answerList(services.db, { request, reply, staff, list: 'people' }, page)
  })

  serve(app, peopleCalls.getPerson, async (request) => {
    const staff = readerOf(request, 'people')
    if (isProblem(staff)) return staff
    const showsPhone = request.query.show_phone === '1'
    if (showsPhone && !maySeePhones(staff.roles)) return problem('forbidden')
    const person = await readConsolePerson(services, request.params.id, { showsPhone })
    if (person === null) return problem('not_found')
    const read = showsPhone ? 'people show --show-phone' : 'people show'
    await recordRead(services.db, staff, read, [person.id])
    return person
  })
}

function purchaseRoutes(app: Api, services: ConsoleServices): void {
  const { db } = services

  serve(app, purchaseCalls.listConsolePurchases, async (request, reply) => {
    const staff = readerOf(request, 'purchases')
    if (isProblem(staff)) return staff
    const page = await listConsolePurchases(services, request.query)
    return answerList(services.db, { request, reply, staff, list: 'purchases' }, page)
  })

  serve(app, purchaseCalls.getConsolePurchase, async (request) => {
    const staff = readerOf(request, 'purchases')
    if (isProblem(staff)) return staff
    const purchase = await readConsolePurchase(services, request.params.id)
    if (purchase === null) return problem('not_found')
    await recordRead(db, staff, 'purchases show', [purchase.tx_id])
    return purchase
  })

  serve(app, deskCalls.listCases, async (request, reply) => {
    const staff = readerOf(request, 'disputes')
    if (isProblem(staff)) return staff
    const page = await listCases(db, request.query, services.clock())
    return answerList(db, { request, reply, staff, list: 'disputes desk' }, page)
  })

  serve(app, disputeCalls.listDisputes, async (request, reply) => {
    const staff = readerOf(request, 'disputes')
    if (isProblem(staff)) return staff
    const page = await listConsoleDisputes(db, request.query)
    return answerList(services.db, { request, reply, staff, list: 'disputes' }, page)
  })

  serve(app, disputeCalls.getDispute, async (request) => {
    const staff = readerOf(request, 'disputes')
    if (isProblem(staff)) return staff
    const dispute = await findDispute(db, request.params.id)
    if (dispute === null) return problem('not_found')
    await recordRead(db, staff, 'disputes show', [dispute.id, dispute.tx_id])
    return disputeOnWire(dispute)
  })
}

function catalogueRoutes(app: Api, services: ConsoleServices): void {
  const { db } = services

  serve(app, catalogueCalls.listBatches, async (request, reply) => {
    const staff = readerOf(request, 'catalogue')
    if (isProblem(staff)) return staff
    const page = await listConsoleBatches(db, request.query)
    return answerList(services.db, { request, reply, staff, list: 'batches' }, page)
  })

  serve(app, catalogueCalls.getBatch, async (request) => {
    const staff = readerOf(request, 'catalogue')
    if (isProblem(staff)) return staff
    return (await readConsoleBatch(db, request.params.id)) ?? problem('not_found')
  })

  serve(app, catalogueCalls.listConsoleProjects, async (request, reply) => {
    const staff = readerOf(request, 'catalogue')
    if (isProblem(staff)) return staff
    const page = await listProjectsOfConsole(db, request.query)
    return answerList(services.db, { request, reply, staff, list: 'projects' }, page)
  })

  serve(app, catalogueCalls.getConsoleProject, async (request) => {
    const staff = readerOf(request, 'catalogue')
    if (isProblem(staff)) return staff
    return (await readConsoleProject(db, request.params.id)) ?? problem('not_found')
  })

  serve(app, catalogueCalls.listConsoleDue, async (request, reply) => {
    const staff = readerOf(request, 'retirement')
    if (isProblem(staff)) return staff
    const page = await listConsoleDue(db, request.query)
    return answerList(services.db, { request, reply, staff, list: 'retirements' }, page)
  })

  serve(app, catalogueCalls.listConsoleRecorded, async (request, reply) => {
    const staff = readerOf(request, 'retirement')
    if (isProblem(staff)) return staff
    const page = await listRecordedRetirements(db, request.query)
    return answerList(db, { request, reply, staff, list: 'retirements recorded' }, page)
  })
}
