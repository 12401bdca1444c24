import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";

import { carriesToken } from "./token.js";

/**
 * Why this request is not served; undefined where it is. The address alone keeps nobody out: a page in the user's browser can
 * send requests to it, by a name of its own that leads here or from its own origin.
 */
export function refuseRequest(request: Request, token: string): Response | undefined {
  return (
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins()) ??
    (carriesToken(request.headers.get("authorization"), token) ? undefined : unauthorized())
  );
}

function unauthorized(): Response {
  const message =
    "the token is missing or wrong; fix: send the header Authorization: Bearer TOKEN, with the token from the file that cac mcp --http names";
  const body = { jsonrpc: "2.0", error: { code: -32000, message }, id: null };
  return Response.json(body, {
    status: 401,
    headers: { "WWW-Authenticate": 'Bearer realm="claude-auto-continue", error="invalid_token"' },
  });
}
