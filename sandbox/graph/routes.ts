import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tenant, TenantPerson } from '../tenant.ts';
import { findGroup, findUser, type Question } from './answers.ts';
import { GraphError, resourceNotFound } from './graphError.ts';
import { transitiveGroups, transitiveMembers } from './membership.ts';
import { ownId } from './permissions.ts';
import { photoOf } from './photos.ts';
import { USER } from './resources.ts';

type Handler = (question: Question, id: string) => unknown;

/** The routes of one person, below `/me` and `/users/{id}`. */
function personRoutes(tenant: Tenant): Record<string, (question: Question, person: TenantPerson) => unknown> {
  const typed = (question: Question, person: TenantPerson) => ({
    '@odata.type': USER.odataType,
    ...question.showUser(person),
  });
  return {
    '/transitiveMemberOf/microsoft.graph.group': (question, person) => {
      question.require('memberOf');
      return question.pageOfGroups(transitiveGroups(tenant, person));
    },
    '/manager': (question, person) => {
      question.require('manager');
      const manager = tenant.people.find(({ key }) => key === person.manager);
      if (!manager) throw resourceNotFound('manager');
      return typed(question, manager);
    },
    '/directReports': (question, person) => {
      question.require('directReports');
      const reports = tenant.people.filter(({ manager }) => manager === person.key);
      return question.pageOf(reports, (report) => typed(question, report));
    },
  };
}

/** The directory's part of Graph: people, groups, managers, reports, memberships. */
export function directoryRoutes(
  app: FastifyInstance,
  tenant: Tenant,
  questionOf: (request: FastifyRequest) => Question,
): void {
  const route = (path: string, handler: Handler) =>
    app.get(path, async (request) => handler(questionOf(request), (request.params as { id?: string }).id ?? ''));

  route('/me', (question) => {
    const id = ownId(question.caller);
    question.require('me');
    return question.showUser(findUser(tenant, id));
  });
  route('/organization', (question) => {
    question.require('organization');
    return question.pageOf([tenant], ({ id, displayName }) => ({ id, displayName }));
  });
  route('/users', (question) => {
    question.require('users');
    return question.pageOfUsers(tenant.people);
  });
  route('/users/:id', (question, id) => {
    question.require('users');
    return question.showUser(findUser(tenant, id));
  });
  route('/groups', (question) => {
    question.require('groups');
    return question.pageOfGroups(tenant.groups);
  });
  route('/groups/:id', (question, id) => {
    question.require('groups');
    return question.showGroup(findGroup(tenant, id));
  });
  route('/groups/:id/transitiveMembers/microsoft.graph.user', (question, id) => {
    question.require('members');
    return question.pageOfUsers(transitiveMembers(tenant, findGroup(tenant, id)));
  });
  for (const [path, handler] of Object.entries(personRoutes(tenant))) {
    route(`/users/:id${path}`, (question, id) => handler(question, findUser(tenant, id)));
    route(`/me${path}`, (question) => handler(question, findUser(tenant, ownId(question.caller))));
  }
  app.get('/users/:id/photos/:size/$value', (request, reply) => {
    const question = questionOf(request);
    question.require('photo');
    const person = findUser(tenant, (request.params as { id: string }).id);
    const photo = photoOf(person);
    if (!photo) throw new GraphError(404, 'ImageNotFound', 'Exception of type ImageNotFoundException was thrown.');
    return reply.type('image/png').send(photo);
  });
}
