export const name = 'axios';

export async function rows(load, between) {
  const axios = await load();
  let buildURL;
  if (axios.getUri) buildURL = (params) => axios.getUri({ url: '/', params });
  else {
    const build = await load('lib/helpers/buildUrl.js').catch(() => load('lib/helpers/buildURL.js'));
    buildURL = (params) => build('/', params);
  }
  const table = [['encoder', 'axios.getUri', "axios.getUri({url:'/',params:{k:s}})", (s) => between(buildURL({ k: s }), '/?k=')]];
  const { AxiosHeaders } = axios;
  if (AxiosHeaders) {
    table.push(['encoder', 'axios.toFormUrlencoded', 'axios.defaults.transformRequest of {k:s}, content type application/x-www-form-urlencoded', (s) => {
      const headers = AxiosHeaders.from({ 'content-type': 'application/x-www-form-urlencoded' });
      return between(String(axios.defaults.transformRequest[0].call(axios.defaults, { k: s }, headers)), 'k=');
    }]);
  }
  return table;
}
