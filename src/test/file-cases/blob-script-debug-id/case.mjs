import fs from 'node:fs';import path from 'node:path';import {tarGz} from '../../load/tar.mjs';
// A script found by its debug ID; script and map are uploaded. A blob: URL (workers; the debug IDs come from Sentry's or Datadog's SDK) and a Windows path (Electron) are no base for relative sources; https is the control.
const id='22222222-3333-4444-8555-666666666666';
export default {needsToken:true,expected:'2 frames mapped, to sources as the map names them (../src/main.ts or src/main.ts)',
 async request({shared,service,token}){const map=JSON.parse(fs.readFileSync(path.join(shared,'app.min.js.map')));map.debugId=id;
  const r=await fetch(service+'/source-maps?base='+encodeURIComponent('~/debug-id-case/'),{method:'POST',headers:{authorization:'Bearer '+token},body:tarGz({'app.min.js':fs.readFileSync(path.join(shared,'app.min.js')),'app.min.js.map':Buffer.from(JSON.stringify(map))})});if(!r.ok)throw new Error(await r.text());
  return {query:'?report=true',headers:{authorization:'Bearer '+token},body:JSON.stringify({frames:[{name:'j',resourceId:0,line:1,column:1597},{name:'u',resourceId:0,line:1,column:883}],resources:['blob:https://shop.example/7b0a'],stacks:[],samples:[],debugIds:[{resourceId:0,debugId:id}]})}},
 check(r){const j=r.json();return j.symbolication?.mapped===2?null:'mapped '+j.symbolication?.mapped+', '+j.symbolication?.scripts?.map(s=>s.status+': '+s.detail)}};
